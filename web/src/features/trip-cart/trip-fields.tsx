import { IconBolt, IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Trip, TripPlace, TripType } from '@/contracts/rent-vehicle'
import { readDestinations } from '@/lib/scope/last-destinations'
import { latinDigits } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import { useNow } from '@/lib/text/use-now'
import { wallTime } from '@/lib/text/wall-time'
import { ChoiceCards } from '@/components/form/choice-cards'
import { TextField } from '@/components/form/field'
import { PlaceField } from './place-field'
import c from './trip-fields.module.css'

const text = defineMessages({
  type: { id: 'trip_fields.type', defaultMessage: 'Trip type' },
  hourly: { id: 'trip_fields.hourly', defaultMessage: 'Hourly' },
  distance_wise: { id: 'trip_fields.distance_wise', defaultMessage: 'Distance wise' },
  hours: { id: 'trip_fields.hours', defaultMessage: 'Hours' },
  pickup: { id: 'trip_fields.pickup', defaultMessage: 'Pickup location' },
  atProvider: { id: 'trip_fields.at_provider', defaultMessage: 'At {provider}' },
  destination: { id: 'trip_fields.destination', defaultMessage: 'Destination' },
  optional: { id: 'trip_fields.optional', defaultMessage: 'Destination (optional)' },
  choose: { id: 'trip_fields.choose', defaultMessage: 'Choose on the map' },
  last: { id: 'trip_fields.last', defaultMessage: 'Last destinations' },
  when: { id: 'trip_fields.when', defaultMessage: 'Pickup time' },
  now: { id: 'trip_fields.now', defaultMessage: 'Now' },
  later: { id: 'trip_fields.later', defaultMessage: 'Later' },
  at: { id: 'trip_fields.at', defaultMessage: 'Date and time' },
  atHint: { id: 'trip_fields.at_hint', defaultMessage: 'By the clock at {provider}' },
  past: { id: 'trip_fields.past', defaultMessage: 'This time has passed, so you pick it up now.' },
})

/** The complaints about a trip, by the names that the API has for its fields. */
export type TripComplaints = Partial<
  Record<'estimated_hours' | 'pickup_location' | 'destination_location' | 'pickup_time', string>
>

type Props = {
  trip: Trip
  onChange: (trip: Trip) => void
  /** The trip types that are offered. With one, there is no choice. */
  types: readonly TripType[]
  provider: { name: string; time_zone: string }
  complaints?: TripComplaints
  /** Opens the map for a place. */
  onPick: (which: 'pickup' | 'destination') => void
}

/** The fields of a trip: type, hours, places and time (RNT-15). */
export function TripFields({ trip, onChange, types, provider, complaints = {}, onPick }: Props) {
  const { formatMessage: t } = useIntl()
  const { type, hours, pickup, destination } = trip
  return (
    <div className={c.fields}>
      {types.length > 1 && (
        <ChoiceCards
          label={t(text.type)}
          name="trip-type"
          compact
          value={type}
          onChange={(chosen) => onChange({ ...trip, type: chosen })}
          choices={types.map((value) => ({ value, label: t(text[value]) }))}
        />
      )}
      {type === 'hourly' && (
        <HoursField
          hours={hours}
          error={complaints.estimated_hours}
          onHours={(typed) => onChange({ ...trip, hours: typed })}
        />
      )}
      <PlaceField
        label={t(text.pickup)}
        place={pickup?.location_name}
        placeholder={
          <FormattedMessage {...text.atProvider} values={{ provider: <bdi key="provider">{provider.name}</bdi> }} />
        }
        error={complaints.pickup_location}
        onPick={() => onPick('pickup')}
        onClear={() => onChange({ ...trip, pickup: undefined })}
      />
      <div className={c.group}>
        <PlaceField
          label={t(type === 'hourly' ? text.optional : text.destination)}
          place={destination?.location_name}
          placeholder={<FormattedMessage {...text.choose} />}
          error={complaints.destination_location}
          onPick={() => onPick('destination')}
          onClear={() => onChange({ ...trip, destination: undefined })}
        />
        {!destination && <LastDestinations onChoose={(place) => onChange({ ...trip, destination: place })} />}
      </div>
      <PickupTime trip={trip} onChange={onChange} provider={provider} error={complaints.pickup_time} />
    </div>
  )
}

type HoursProps = { hours: number; error?: string; onHours: (hours: number) => void }

/** Whole hours, rounded up (D2). A text that is no number is 0, which the server refuses. */
function HoursField({ hours, error, onHours }: HoursProps) {
  const { formatMessage: t } = useIntl()
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={t(text.hours)}
      inputMode="numeric"
      maxLength={6}
      value={typed ?? String(hours)}
      error={error}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        onHours(Math.max(0, Math.ceil(Number(latinDigits(value)))) || 0)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** The last destinations, to choose one of them again (RNT-12). */
function LastDestinations({ onChoose }: { onChoose: (place: TripPlace) => void }) {
  const { formatMessage: t } = useIntl()
  const [last] = useState(readDestinations)
  if (last.length === 0) return null
  return (
    <ul className={c.last} aria-label={t(text.last)}>
      {last.map(({ location, point }) => (
        <li key={location}>
          <button type="button" className={c.chip} onClick={() => onChoose({ location_name: location, ...point })}>
            <bdi>{location}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

type TimeProps = Pick<Props, 'trip' | 'onChange' | 'provider'> & { error?: string }

/** Now, or a time by the clock of the provider's zone (D12). A time in the past is now (RNT-08). */
function PickupTime({ trip, onChange, provider, error }: TimeProps) {
  const { formatMessage: t } = useIntl()
  const now = wallTime(useNow(30_000) ?? 0, provider.time_zone)
  const { pickupAt } = trip
  const isLater = pickupAt !== ''
  return (
    <div className={c.group}>
      <ChoiceCards
        label={t(text.when)}
        name="pickup-time"
        compact
        value={isLater ? 'later' : 'now'}
        onChange={(when) => onChange({ ...trip, pickupAt: when === 'now' ? '' : hourAfter(now) })}
        choices={[
          { value: 'now', label: t(text.now), icon: <IconBolt size={22} aria-hidden /> },
          { value: 'later', label: t(text.later), icon: <IconCalendar size={22} aria-hidden /> },
        ]}
      />
      {isLater && (
        <TextField
          label={t(text.at)}
          description={t(text.atHint, { provider: provider.name })}
          type="datetime-local"
          min={now}
          value={pickupAt}
          error={error ?? (pickupAt <= now && t(text.past))}
          onChange={({ currentTarget: { value } }) => onChange({ ...trip, pickupAt: value || hourAfter(now) })}
        />
      )}
    </div>
  )
}

/** The wall time an hour later. */
const hourAfter = (wall: string) => new Date(Date.parse(`${wall}Z`) + 3_600_000).toISOString().slice(0, 16)
