import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { CustomerView } from '@/lib/api/types.gen'
import { isComplete, type Contact } from '@/lib/account/contact'
import { toastProblem } from '@/lib/page/toast'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { contactOfCustomer, storeContact, useContact } from './contact'
import type { Draft } from './draft'
import { usePerson } from './use-person'

const text = defineMessages({
  noAddress: { id: 'checkout.no_address', defaultMessage: 'Please add your delivery address' },
})

type Input = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** undefined: a guest. */
  customer?: CustomerView
  takeAway: boolean
}

/** The address and the contact person of an order, and the form that edits them. */
export function useOrderContact({ draft, change, customer, takeAway }: Input) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const guest = useContact()
  const shopper = String(customer?.id ?? 'guest')
  const owner = `${shopper} ${scope.location}`
  const { typed, working } = draft.contact_of === owner ? draft : {}
  const person = usePerson({ draft, change, owner: shopper, takeAway })
  const base = customer ? (working ?? contactOfCustomer(scope, customer)) : guest
  const contact = { ...base, ...person.person }
  const [complaints, setComplaints] = useState<Record<string, string>>()
  /** Name and phone are fields of the page, unless they are part of a customer's address. */
  const asksPerson = takeAway || !customer

  const changeContact = (part: Partial<Pick<Draft, 'typed' | 'working' | 'person'>>) =>
    change({ typed, working, ...part, contact_of: owner })
  const edit = () => changeContact({ typed: contact })
  const setWorking = (address: Contact) => changeContact({ working: address, typed: undefined, person: undefined })
  return {
    /** Identifies the shopper and the place to which the contact belongs. */
    owner,
    contact,
    person,
    edit,
    /** Changes the delivery address (ADDR-02). */
    setWorking,
    /** Whether address and contact person are complete. If not, asks for what is missing. */
    check: () => {
      const isAddressMissing = !takeAway && contact.address.trim() === ''
      if (isAddressMissing) toastProblem(t(text.noAddress))
      else if (asksPerson) return person.check(contact)
      else if (isComplete(contact, takeAway)) return true
      edit()
      return false
    },
    /** Shows the server's errors at the fields of the page, or in the form. */
    showErrors: (found: Record<string, string>) => {
      if (asksPerson && person.showErrors(found)) return
      setComplaints(found)
      edit()
    },
    contactForm: {
      /** What is typed in it; undefined: closed. */
      typed,
      complaints,
      keepTyped: (next: Contact) => changeContact({ typed: next }),
      close: () => {
        setComplaints(undefined)
        changeContact({ typed: undefined })
      },
      save: (written: Contact) => {
        setComplaints(undefined)
        if (customer) return setWorking(written)
        storeContact(written)
        changeContact({ typed: undefined, person: undefined })
      },
    },
  }
}
