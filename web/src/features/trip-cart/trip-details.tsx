import { Button } from '@mantine/core'
import { IconCalendar, IconClock, IconFlag, IconMapPin, IconPencil, IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Kilometres } from '@/components/trip/kilometres'
import type { TripCartView, TripUserDataView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { EditTripDialogs } from './edit-trip-dialogs'
import { useEditTrip } from './use-edit-trip'
import { fromPickupTime } from './trip-payload'
import { Hours } from './trip-words'
import type { MapDialog } from '@/contracts/map-dialog'
import c from './trip-details.module.css'

const text = defineMessages({
  title: { id: 'trip_details.title', defaultMessage: 'Trip details' },
  edit: { id: 'trip_details.edit', defaultMessage: 'Edit' },
  pickup: { id: 'trip_details.pickup', defaultMessage: 'Pickup' },
  destination: { id: 'trip_details.destination', defaultMessage: 'Destination' },
  when: { id: 'trip_details.when', defaultMessage: 'Pickup time' },
  now: { id: 'trip_details.now', defaultMessage: 'Now' },
  duration: { id: 'trip_details.duration', defaultMessage: 'Duration' },
  distance: { id: 'trip_details.distance', defaultMessage: 'Distance' },
})

type Props = {
  trip: TripUserDataView
  provider: TripCartView['carts'][number]['provider']
  mapDialog: MapDialog
}

/** What the vehicles of the cart are rented for, with the form to change it (RNT-13). */
export function TripDetails({ trip, provider, mapDialog }: Props) {
  const { edit, dialogs } = useEditTrip(trip, provider)
  return (
    <section className={c.trip} aria-labelledby="trip-details">
      <div className={c.head}>
        <h2 id="trip-details">
          <FormattedMessage {...text.title} />
        </h2>
        <Button
          variant="subtle"
          h={44}
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={edit}
        >
          <FormattedMessage {...text.edit} />
        </Button>
      </div>
      <TripFacts trip={trip} />
      <EditTripDialogs {...dialogs} mapDialog={mapDialog} />
    </section>
  )
}

/** Places, time, and what the trip is charged by. */
export function TripFacts({ trip }: { trip: TripUserDataView }) {
  const write = useTimes('UTC')
  // The text is what the clock of the provider's zone shows, so no zone may change it.
  const wall = fromPickupTime(trip.pickup_time)
  const { pickup_location: from, destination_location: to } = trip
  return (
    <dl className={c.facts}>
      <Fact icon={<IconMapPin size={18} aria-hidden />} term={<FormattedMessage {...text.pickup} />}>
        <bdi>{from.location_name}</bdi>
      </Fact>
      {to.location_name !== '' && (
        <Fact icon={<IconFlag size={18} aria-hidden />} term={<FormattedMessage {...text.destination} />}>
          <bdi>{to.location_name}</bdi>
        </Fact>
      )}
      <Fact icon={<IconCalendar size={18} aria-hidden />} term={<FormattedMessage {...text.when} />}>
        {wall ? <bdi>{write(`${wall}Z`, dateTime)}</bdi> : <FormattedMessage {...text.now} />}
      </Fact>
      {trip.rental_type === 'hourly' ? (
        <Fact icon={<IconClock size={18} aria-hidden />} term={<FormattedMessage {...text.duration} />}>
          <Hours hours={trip.estimated_hours} />
        </Fact>
      ) : (
        <Fact icon={<IconRoute size={18} aria-hidden />} term={<FormattedMessage {...text.distance} />}>
          <Kilometres distance={trip.distance} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ icon, term, children }: { icon: ReactNode; term: ReactNode; children: ReactNode }) {
  return (
    <div className={c.fact}>
      {icon}
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
