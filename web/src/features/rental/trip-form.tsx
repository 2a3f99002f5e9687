import { Button } from '@mantine/core'
import { IconBolt, IconCalendarTime, IconClockHour4, IconRoute, IconSearch } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/form/choice-cards'
import { TextField } from '@/components/form/field'
import type { PlaceInput } from '@/contracts/place-input'
import { serverNow } from '@/lib/page/server-clock'
import { wholeNumber } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import { wallTimeAfter, wallTime } from '@/lib/text/wall-time'
import { useDestinations } from '@/lib/scope/last-destinations'
import type { SearchTrip } from './trip'
import { useTripSearch, type TripSearch } from './use-trip-search'
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
  length: { id: 'trip_form.length', defaultMessage: 'How long' },
  hours: { id: 'trip_form.hours', defaultMessage: 'Hours' },
  forHours: { id: 'trip_form.for_hours', defaultMessage: 'For hours' },
  until: { id: 'trip_form.until', defaultMessage: 'Until a time' },
  untilTime: { id: 'trip_form.until_time', defaultMessage: 'Return time' },
  when: { id: 'trip_form.when', defaultMessage: 'Pickup time' },
  now: { id: 'trip_form.now', defaultMessage: 'Now' },
  later: { id: 'trip_form.later', defaultMessage: 'Later' },
  time: { id: 'trip_form.time', defaultMessage: 'Date and time' },
  timeHint: { id: 'trip_form.time_hint', defaultMessage: 'In the local time of the pickup.' },
  submit: { id: 'trip_form.submit', defaultMessage: 'Search vehicles' },
})

type Props = {
  /** The trip to start with. */
  trip: SearchTrip | undefined
  placeInput: PlaceInput
  onSearch: (trip: SearchTrip) => void
}

/** The search box of rental (RNT-01). Its trip goes into the URL of the search. */
export function TripForm({ trip, placeInput: Place, onSearch }: Props) {
  const { formatMessage: t } = useIntl()
  const lastDestinations = useDestinations()
  const search = useTripSearch(trip, onSearch)
  const { draft, change, errors } = search
  return (
    <form className={c.form} onSubmit={search.submit} noValidate aria-label={t(text.label)}>
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
          onUnpicked: (isUnpicked) => search.setUnpicked('pickup', isUnpicked),
          error: errors.pickup,
        })}
        {Place({
          label: t(text.destination),
          placeholder: t(text.destinationHint),
          value: draft.destination,
          onChange: (destination) => change({ destination }),
          onUnpicked: (isUnpicked) => search.setUnpicked('destination', isUnpicked),
          recent: lastDestinations,
          error: errors.destination,
        })}
      </div>
      <div className={c.times}>
        {draft.type === 'hourly' && <Length search={search} />}
        <PickupTime search={search} />
        <Button type="submit" size="md" h={52} className={c.submit} leftSection={<IconSearch size={20} aria-hidden />}>
          <FormattedMessage {...text.submit} />
        </Button>
      </div>
    </form>
  )
}

/** How long an hourly trip is: a number of hours, or until a time. */
function Length({ search: { draft, change, hours, setHours, errors } }: { search: TripSearch }) {
  const { formatMessage: t } = useIntl()
  const zone = useTimeZone()
  const start = draft.pickupTime ?? wallTime(serverNow(), zone)
  return (
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
  )
}

/** Now, or a later time. */
function PickupTime({ search: { draft, change } }: { search: TripSearch }) {
  const { formatMessage: t } = useIntl()
  const zone = useTimeZone()
  const now = () => wallTime(serverNow(), zone)
  return (
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
  )
}
