import { useState } from 'react'
import { useIntl } from 'react-intl'
import { personProblems } from '@/components/contact-input'
import { personFields, type Contact, type Person } from '@/lib/account/contact'
import { useShop } from '@/lib/scope/shop'
import type { Draft } from './draft'
import { showFirstProblem } from './problems'

type PersonDraft = Pick<Draft, 'person' | 'person_of'>

type Input = {
  draft: PersonDraft
  change: (part: Partial<PersonDraft>) => void
  /** Identifies the shopper. */
  owner: string
  takeAway: boolean
}

/** The values and errors of the fields for name and phone on the checkout. */
export function usePerson({ draft, change, owner, takeAway }: Input) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [complaints, setComplaints] = useState<Partial<Record<string, string>>>({})
  const show = (found: Partial<Record<string, string>>) => {
    setComplaints(found)
    // The errors are in the page after the next render.
    requestAnimationFrame(() => void showFirstProblem())
  }
  return {
    person: draft.person_of === owner ? draft.person : undefined,
    complaints,
    type: (contact: Contact, part: Partial<Person>) => {
      const { contact_person_name, contact_person_number } = contact
      change({ person: { contact_person_name, contact_person_number, ...part }, person_of: owner })
      setComplaints({ ...complaints, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) })
    },
    /** Whether both fields are valid. If not, the first invalid one gets the focus. */
    check: (contact: Contact) => {
      const found = personProblems(contact, t, takeAway, country)
      if (Object.keys(found).length > 0) show(found)
      return Object.keys(found).length === 0
    },
    /** Shows the server's errors and returns true, if all of them belong to these fields. */
    showErrors: (found: Record<string, string>) => {
      const isMine = Object.keys(found).every((field) => personFields.some((each) => each === field))
      if (isMine) show(found)
      return isMine
    },
  }
}

export type PersonState = ReturnType<typeof usePerson>
