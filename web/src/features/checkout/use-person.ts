import { useState } from 'react'
import { useIntl } from 'react-intl'
import { personProblems } from '@/components/contact-input'
import { personFields, type Contact, type Person } from '@/lib/account/contact'
import { useShop } from '@/lib/scope/shop'
import type { Draft } from './draft'
import { showFirstProblem } from './problems'

type Input = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** Names who shops. */
  of: string
  takeAway: boolean
}

/** Name and phone as fields of the checkout itself: what was typed, and what is wrong with it. */
export function usePerson({ draft, change, of, takeAway }: Input) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [complaints, setComplaints] = useState<Partial<Record<string, string>>>({})
  const show = (found: Partial<Record<string, string>>) => {
    setComplaints(found)
    // The complaints stand once the page has been drawn.
    requestAnimationFrame(() => void showFirstProblem())
  }
  return {
    person: draft.person_of === of ? draft.person : undefined,
    complaints,
    type: (contact: Contact, part: Partial<Person>) => {
      const { contact_person_name, contact_person_number } = contact
      change({ person: { contact_person_name, contact_person_number, ...part }, person_of: of })
      setComplaints({ ...complaints, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) })
    },
    /** Whether somebody can be asked for; else the first field that is wrong gets the focus. */
    check: (contact: Contact) => {
      const found = personProblems(contact, t, takeAway, country)
      if (Object.keys(found).length > 0) show(found)
      return Object.keys(found).length === 0
    },
    /** Shows what the server refused, where all of it is about these fields. */
    refuse: (found: Record<string, string>) => {
      const isMine = Object.keys(found).every((field) => personFields.some((each) => each === field))
      if (isMine) show(found)
      return isMine
    },
  }
}

export type PersonState = ReturnType<typeof usePerson>
