import { Button } from '@mantine/core'
import { IconBolt, IconCalendarTime, IconClockHour4, IconRoute, IconSearch } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/choice-cards'
import { TextField } from '@/components/field'
import type { PlaceInput } from '@/contracts/place-input'
import { serverNow } from '@/lib/page/server-clock'
import { useScope } from '@/lib/scope/scope'
import { wholeNumber } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import { instantOf, wallTimeAfter, wallTime } from '@/lib/text/wall-time'
import { storeDestination, useDestinations } from '@/lib/scope/last-destinations'
import { newTrip, type SearchTrip } from './trip'
import { useTimeZone } from './use-zone-time'
import c from './trip-form.module.css'

const text = defineMessages({
  label: { id: 'trip_form.search', defaultMessage: 'Your trip' },
  type: { id: 'trip_form.type', defaultMessage: 'Charged by' },
  hourly: { id: 'trip_form.hourly', defaultMessage: 'Hourly' },
  distance: { id: 'trip_form.distance_wise', defaultMessage: 'Distance-wise' },
  pickup: { id: 'trip_form.pickup', defaultMessage: 'Pickup location' },
  pickupHint: { id: 'trip_form.pickup_hint', defaultMessage: 'Where the provider is' },
  destination: { id: 'trip_form.destination', defaultMessage: 'Destination' },
  destinationHint: { id: 'trip_form.destination_hint', defaultMessage: 'Where you want to go' },
  noPickup: { id: 'trip_form.pickup_required', defaultMessage: 'Please choose a pickup location.' },
  noDestination: { id: 'trip_form.destination_required', defaultMessage: 'Please choose a destination.' },
  length: { id: 'trip_form.length', defaultMessage: 'How long' },
  hours: { id: 'trip_form.hours', defaultMessage: 'Hours' },
  forHours: { id: 'trip_form.for_hours', defaultMessage: 'For hours' },
  until: { id: 'trip_form.until', defaultMessage: 'Until a time' },
  untilTime: { id: 'trip_form.until_time', defaultMessage: 'Return time' },
  wrongHours: { id: 'trip_form.hours_invalid', defaultMessage: 'Please enter whole hours, at least 1.' },
  wrongUntil: { id: 'trip_form.until_invalid', defaultMessage: 'The return must be after the pickup.' },
  when: { id: 'trip_form.when', defaultMessage: 'Pickup time' },
  now: { id: 'trip_form.now', defaultMessage: 'Now' },
  later: { id: 'trip_form.later', defaultMessage: 'Later' },
  time: { id: 'trip_form.time', defaultMessage: 'Date and time' },
  timeHint: { id: 'trip_form.time_hint', defaultMessage: 'In the local time of the pickup.' },
  submit: { id: 'trip_form.submit', defaultMessage: 'Search vehicles' },
})

/** The fields for places that hold a text for which no place was picked. */
type Unpicked = { pickup?: boolean; destination?: boolean }
type Errors = { pickup?: string; destination?: string; hours?: string; until?: string }

type Props = {
  /** The trip to start with. */
  trip: SearchTrip | undefined
  placeInput: PlaceInput
  onSearch: (trip: SearchTrip) => void
}

/** The search box of rental (RNT-01). Its trip goes into the URL of the search. */
export function TripForm({ trip, placeInput: Place, onSearch }: Props) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const zone = useTimeZone()
  const lastDestinations = useDestinations()
  const [draft, setDraft] = useState<SearchTrip>(() => trip ?? newTrip(scope))
  const [hours, setHours] = useState(String(draft.hours))
  const [unpicked, setUnpicked] = useState<Unpicked>({})
  const [errors, setErrors] = useState<Errors>({})
  const change = (changes: Partial<SearchTrip>) => setDraft((now) => ({ ...now, ...changes }))
  const type = (field: keyof Unpicked, isUnpicked: boolean) => {
    setUnpicked((now) => ({ ...now, [field]: isUnpicked }))
    setErrors((now) => ({ ...now, [field]: undefined }))
  }
  const isHourly = draft.type === 'hourly'
  const now = () => wallTime(serverNow(), zone)
  const start = draft.pickupTime ?? now()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wanted = withoutPast(draft, zone)
    const found = [
      ...problemsOf(wanted, hours, zone),
      // What is only typed would be dropped, and the vehicles of another place found.
      ...(['pickup', 'destination'] as const).filter((field) => unpicked[field]),
    ]
    setErrors({
      pickup: found.includes('pickup') ? t(text.noPickup) : undefined,
      destination: found.includes('destination') ? t(text.noDestination) : undefined,
      hours: found.includes('hours') ? t(text.wrongHours) : undefined,
      until: found.includes('until') ? t(text.wrongUntil) : undefined,
    })
    if (found.length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (wanted.destination) storeDestination(wanted.destination)
    onSearch({ ...wanted, hours: wholeNumber(hours) })
  }

  return (
    <form className={c.form} onSubmit={submit} noValidate aria-label={t(text.label)}>
      <ChoiceCards
        label={t(text.type)}
        name="trip_type"
        compact
        value={draft.type}
        onChange={(type) => change({ type })}
        choices={[
          { value: 'hourly', label: t(text.hourly), icon: <IconClockHour4 size={22} aria-hidden /> },
          { value: 'distance_wise', label: t(text.distance), icon: <IconRoute size={22} aria-hidden /> },
        ]}
      />
      <div className={c.places}>
        {Place({
          label: t(text.pickup),
          placeholder: t(text.pickupHint),
          value: draft.pickup,
          onChange: (pickup) => change({ pickup }),
          onUnpicked: (isUnpicked) => type('pickup', isUnpicked),
          error: errors.pickup,
        })}
        {Place({
          label: t(text.destination),
          placeholder: t(text.destinationHint),
          value: draft.destination,
          onChange: (destination) => change({ destination }),
          onUnpicked: (isUnpicked) => type('destination', isUnpicked),
          recent: lastDestinations,
          error: errors.destination,
        })}
      </div>
      <div className={c.times}>
        {isHourly && (
          <fieldset className={c.time}>
            <legend className={c.legend}>
              <FormattedMessage {...text.length} />
            </legend>
            <ChoiceCards
              label={t(text.length)}
              name="length"
              compact
              value={draft.until === undefined ? 'hours' : 'until'}
              onChange={(way) =>
                change({ until: way === 'until' ? wallTimeAfter(start, wholeNumber(hours) || 1, zone) : undefined })
              }
              choices={[
                { value: 'hours', label: t(text.forHours) },
                { value: 'until', label: t(text.until) },
              ]}
            />
            {draft.until === undefined ? (
              <TextField
                label={t(text.hours)}
                inputMode="numeric"
                dir="ltr"
                value={hours}
                onChange={({ currentTarget }) => setHours(currentTarget.value)}
                error={errors.hours}
              />
            ) : (
              <TextField
                label={t(text.untilTime)}
                type="datetime-local"
                min={start}
                value={draft.until}
                onChange={({ currentTarget }) => change({ until: currentTarget.value })}
                error={errors.until}
              />
            )}
          </fieldset>
        )}
        <fieldset className={c.time}>
          <legend className={c.legend}>
            <FormattedMessage {...text.when} />
          </legend>
          <ChoiceCards
            label={t(text.when)}
            name="pickup_time"
            compact
            value={draft.pickupTime === undefined ? 'now' : 'later'}
            onChange={(when) => change({ pickupTime: when === 'now' ? undefined : wallTimeAfter(now(), 1, zone) })}
            choices={[
              { value: 'now', label: t(text.now), icon: <IconBolt size={22} aria-hidden /> },
              { value: 'later', label: t(text.later), icon: <IconCalendarTime size={22} aria-hidden /> },
            ]}
          />
          {draft.pickupTime !== undefined && (
            <TextField
              label={t(text.time)}
              description={t(text.timeHint)}
              type="datetime-local"
              min={now()}
              value={draft.pickupTime}
              onChange={({ currentTarget }) => change({ pickupTime: currentTarget.value })}
            />
          )}
        </fieldset>
        <Button type="submit" size="md" h={52} className={c.submit} leftSection={<IconSearch size={20} aria-hidden />}>
          <FormattedMessage {...text.submit} />
        </Button>
      </div>
    </form>
  )
}

/** A pickup that is not in the future is now (RNT-08). */
function withoutPast(trip: SearchTrip, zone: string): SearchTrip {
  const isLater = !!trip.pickupTime && instantOf(trip.pickupTime, zone) > serverNow()
  return isLater ? trip : { ...trip, pickupTime: undefined }
}

const mostHours = 8760

function problemsOf({ type, destination, until, pickupTime }: SearchTrip, hours: string, zone: string): string[] {
  if (type === 'distance_wise') return destination ? [] : ['destination']
  if (until === undefined) return wholeNumber(hours) >= 1 && wholeNumber(hours) <= mostHours ? [] : ['hours']
  const start = pickupTime ? instantOf(pickupTime, zone) : serverNow()
  return instantOf(until, zone) > start ? [] : ['until']
}
