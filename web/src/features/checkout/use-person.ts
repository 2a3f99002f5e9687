import { useState } from 'react'
import { useIntl } from 'react-intl'
import { personProblems } from '@/components/contact/contact-input'
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
  /** Whether there is a field for an optional e-mail. */
  withEmail?: boolean
}

/** The values and errors of the contact person's fields on the checkout. */
export function usePerson({ draft, change, owner, takeAway, withEmail = false }: Input) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [complaints, setComplaints] = useState<Partial<Record<string, string>>>({})
  const fields: readonly string[] = personFields.filter((field) => withEmail || field !== 'contact_person_email')
  const show = (found: Partial<Record<string, string>>) => {
    setComplaints(found)
    // The errors are in the page after the next render.
    requestAnimationFrame(() => void showFirstProblem())
  }
  return {
    person: draft.person_of === owner ? draft.person : undefined,
    complaints,
    withEmail,
    type: (contact: Contact, part: Partial<Person>) => {
      const { contact_person_name, contact_person_number, contact_person_email } = contact
      const person = { contact_person_name, contact_person_number, contact_person_email, ...part }
      change({ person, person_of: owner })
      setComplaints({ ...complaints, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) })
    },
    /** Restores the stored contact person. */
    reset: () => {
      change({ person: undefined })
      setComplaints({})
    },
    /** Whether all fields are valid. If not, the first invalid one gets the focus. */
    check: (contact: Contact) => {
      const found = Object.fromEntries(
        Object.entries(personProblems(contact, t, takeAway, country)).filter(([field]) => fields.includes(field)),
      )
      if (Object.keys(found).length > 0) show(found)
      return Object.keys(found).length === 0
    },
    /** Shows the server's errors and returns true, if all of them belong to these fields. */
    showErrors: (found: Record<string, string>) => {
      const isMine = Object.keys(found).every((field) => fields.includes(field))
      if (isMine) show(found)
      return isMine
    },
  }
}

export type PersonState = ReturnType<typeof usePerson>
