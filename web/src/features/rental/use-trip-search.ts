import { useState, type SubmitEvent } from 'react'
import { useIntl } from 'react-intl'
import { serverNow } from '@/lib/page/server-clock'
import { storeDestination } from '@/lib/scope/last-destinations'
import { useScope } from '@/lib/scope/scope'
import { wholeNumber } from '@/lib/text/digits'
import { defineMessages, type Message } from '@/lib/text/messages'
import { instantOf, isWallTime } from '@/lib/text/wall-time'
import { maxHours, newTrip, type SearchTrip } from './trip'
import { useTimeZone } from './use-zone-time'

const text = defineMessages({
  noPickup: { id: 'trip_form.pickup_required', defaultMessage: 'Please choose a pickup location.' },
  noDestination: { id: 'trip_form.destination_required', defaultMessage: 'Please choose a destination.' },
  wrongHours: { id: 'trip_form.hours_invalid', defaultMessage: 'Please enter whole hours from 1 to {most}.' },
  wrongUntil: { id: 'trip_form.until_invalid', defaultMessage: 'The return must be after the pickup.' },
})

/** The fields for places that hold a text for which no place was picked. */
type Unpicked = { pickup?: boolean; destination?: boolean }
type Field = 'pickup' | 'destination' | 'hours' | 'until'

/** The state of the search box: the trip, its hours as typed, and what is wrong with it. */
export function useTripSearch(trip: SearchTrip | undefined, onSearch: (trip: SearchTrip) => void) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const zone = useTimeZone()
  const [draft, setDraft] = useState<SearchTrip>(() => trip ?? newTrip(scope))
  const [hours, setHours] = useState(String(draft.hours))
  const [unpicked, setUnpicked] = useState<Unpicked>({})
  const [refused, setRefused] = useState<Field[]>([])
  const problemsNow = () => problemsOf(withoutPast(draft, zone), { hours, unpicked, zone })
  // The error of a field that the last search refused goes once it is corrected.
  const found = problemsNow()
  const errorOf = (field: Field, message: Message) =>
    refused.includes(field) && found.includes(field) ? t(message, { most: maxHours }) : undefined
  return {
    draft,
    change: (changes: Partial<SearchTrip>) => setDraft((now) => ({ ...now, ...changes })),
    hours,
    setHours,
    errors: {
      pickup: errorOf('pickup', text.noPickup),
      destination: errorOf('destination', text.noDestination),
      hours: errorOf('hours', text.wrongHours),
      until: errorOf('until', text.wrongUntil),
    },
    /** Called with whether a field for a place holds a text for which no place was picked. */
    setUnpicked: (field: keyof Unpicked, isUnpicked: boolean) => {
      setUnpicked((now) => ({ ...now, [field]: isUnpicked }))
      setRefused((now) => now.filter((each) => each !== field))
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      const wanted = withoutPast(draft, zone)
      const problems = problemsNow() // by the time of now
      setRefused(problems)
      if (problems.length > 0) {
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        return
      }
      if (wanted.destination) storeDestination(wanted.destination)
      onSearch({ ...wanted, hours: wholeNumber(hours) })
    },
  }
}

export type TripSearch = ReturnType<typeof useTripSearch>

/** A pickup that is not in the future is now (RNT-08). */
function withoutPast(trip: SearchTrip, zone: string): SearchTrip {
  const isLater = !!trip.pickupTime && instantOf(trip.pickupTime, zone) > serverNow()
  return isLater ? trip : { ...trip, pickupTime: undefined }
}

type Typed = { hours: string; unpicked: Unpicked; zone: string }

/** Returns the fields that must be corrected before the search. */
function problemsOf(trip: SearchTrip, { hours, unpicked, zone }: Typed): Field[] {
  // What is only typed would be dropped, and the vehicles of another place found.
  const typed = (['pickup', 'destination'] as const).filter((field) => unpicked[field])
  return [...typed, ...problemsOfTrip(trip, hours, zone)]
}

function problemsOfTrip({ type, destination, until, pickupTime }: SearchTrip, hours: string, zone: string): Field[] {
  if (type === 'distance_wise') return destination ? [] : ['destination']
  if (until === undefined) return wholeNumber(hours) >= 1 && wholeNumber(hours) <= maxHours ? [] : ['hours']
  if (!isWallTime(until)) return ['until']
  const start = pickupTime ? instantOf(pickupTime, zone) : serverNow()
  return instantOf(until, zone) > start ? [] : ['until']
}
