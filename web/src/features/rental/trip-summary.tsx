import { Button } from '@mantine/core'
import { IconEdit, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { PlaceInput } from '@/contracts/place-input'
import { dayTime } from '@/lib/text/time-formats'
import { defineMessages } from '@/lib/text/messages'
import { useDates } from '@/lib/text/times'
import { instantOf } from '@/lib/text/wall-time'
import type { PricedTrip } from './rental-queries'
import type { SearchTrip } from './trip'
import { TripForm } from './trip-form'
import { useTimeZone } from './use-zone-time'
import { isMeasured, TripLength } from './vehicle-price'
import c from './trip-summary.module.css'

const text = defineMessages({
  none: { id: 'trip_form.none', defaultMessage: 'Say where and for how long, and see what each vehicle costs.' },
  hourly: { id: 'trip_form.summary_hourly', defaultMessage: 'Hourly' },
  distance_wise: { id: 'trip_form.summary_distance', defaultMessage: 'Distance-wise' },
  at: { id: 'trip_form.summary_at_provider', defaultMessage: 'from the provider' },
  now: { id: 'trip_form.summary_now', defaultMessage: 'now' },
  way: { id: 'trip_form.summary_way', defaultMessage: 'to {to}' },
  change: { id: 'trip_form.change', defaultMessage: 'Change trip' },
  plan: { id: 'trip_form.plan', defaultMessage: 'Plan a trip' },
})

type Props = {
  trip: SearchTrip | undefined
  priced: PricedTrip | undefined
  placeInput: PlaceInput
  onChange: (trip: SearchTrip) => void
}

/** The trip of the search in one line. Its button shows the search box. */
export function TripSummary({ trip, priced, placeInput, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={c.summary}>
      <div className={c.line}>
        <p className={c.words}>
          {trip ? <TripWords trip={trip} priced={priced} /> : <FormattedMessage {...text.none} />}
        </p>
        <Button
          variant="default"
          h={44}
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={trip ? <IconEdit size={18} aria-hidden /> : <IconSearch size={18} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <FormattedMessage {...(trip ? text.change : text.plan)} />
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <TripForm trip={trip} placeInput={placeInput} onSearch={onChange} />}
      </div>
    </section>
  )
}

/** Type, length, places and pickup time of a trip. */
function TripWords({ trip, priced }: { trip: SearchTrip; priced: PricedTrip | undefined }) {
  const zone = useTimeZone()
  const write = useDates(zone)
  const from = trip.pickup?.location
  const when = trip.pickupTime && write(instantOf(trip.pickupTime, zone), dayTime)
  return (
    <>
      <b>
        <FormattedMessage {...text[trip.type]} />
      </b>
      {priced && isMeasured(priced) && (
        <span>
          <TripLength trip={priced} />
        </span>
      )}
      <span>{from ? <bdi>{from}</bdi> : <FormattedMessage {...text.at} />}</span>
      {trip.destination && (
        <span>
          <FormattedMessage {...text.way} values={{ to: <bdi key="to">{trip.destination.location}</bdi> }} />
        </span>
      )}
      <span>{when ? <bdi>{when}</bdi> : <FormattedMessage {...text.now} />}</span>
    </>
  )
}
