import { useState } from 'react'
import { useIntl } from 'react-intl'
import { contactInput } from '@/components/contact/contact-input'
import type { Contact } from '@/lib/account/contact'
import type { Problem } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { showFirstProblem } from './problems'

/** The two ends of a parcel's way. */
export type End = 'sender' | 'receiver'

/** Messages by the field of a stop. */
export type StopComplaints = Partial<Record<string, string>>

/** The names of the ends in requests. */
const fieldOf = { sender: 'address', receiver: 'receiver' } as const

const shownFields = [
  'address',
  'contact_person_name',
  'contact_person_number',
  'contact_person_email',
  'road',
  'house',
  'floor',
]

/** Returns the end and its field that a problem of a request is about; undefined: another one. */
function placeOf({ field = '' }: Problem): { end: End; name: string } | undefined {
  const [first = '', part = 'address'] = field.split('.')
  const end = first === fieldOf.sender ? 'sender' : first === fieldOf.receiver ? 'receiver' : undefined
  const name = part === 'latitude' || part === 'longitude' ? 'address' : part
  return end && shownFields.includes(name) ? { end, name } : undefined
}

/** The messages at the fields of both stops. */
export function useStopComplaints() {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [complaints, setComplaints] = useState<Record<End, StopComplaints>>({ sender: {}, receiver: {} })
  const show = (found: Record<End, StopComplaints>) => {
    setComplaints(found)
    // The messages are in the page after the next render.
    requestAnimationFrame(() => void showFirstProblem())
  }

  function problemsOf(contact: Contact): StopComplaints {
    const { error } = contactInput(t, false, country).safeParse(contact)
    const found: StopComplaints = {}
    for (const { path, message } of error?.issues ?? []) {
      found[path[0] === 'point' ? 'address' : String(path[0])] ??= message
    }
    return found
  }

  return {
    complaints,
    /** Whether both stops are complete. If not, the first invalid field gets the focus. */
    check: (stops: Record<End, Contact>) => {
      const found = { sender: problemsOf(stops.sender), receiver: problemsOf(stops.receiver) }
      const isFine = Object.values(found).every((of) => Object.keys(of).length === 0)
      if (!isFine) show(found)
      return isFine
    },
    /** Shows the server's problems at their fields, and returns the others. */
    showProblems: (problems: readonly Problem[]) => {
      const found: Record<End, StopComplaints> = { sender: {}, receiver: {} }
      const others = problems.filter((problem) => {
        const at = placeOf(problem)
        if (at) found[at.end][at.name] ??= problem.message
        return !at
      })
      if (others.length < problems.length) show(found)
      return others
    },
    /** Removes the messages of fields that were changed. */
    clear: (end: End, part: Partial<Contact>) =>
      setComplaints((before) => ({
        ...before,
        [end]: Object.fromEntries(Object.entries(before[end]).filter(([name]) => !(name in part))),
      })),
  }
}
