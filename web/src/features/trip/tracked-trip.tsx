import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '@/components/loading/error-state'
import { Fact } from '@/components/layout/fact'
import { Moves } from '@/components/purchase/moves'
import { ProgressHead } from '@/components/purchase/progress-head'
import receipt from '@/components/purchase/receipt.module.css'
import type { TrackedTripView } from '@/lib/api/types.gen'
import { isNotFound } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock, usePlanClock } from '@/lib/text/times'
import { useTrackedTrip } from './trip-queries'
import { isOver, tripStatusMessage } from './trip-status'

const text = defineMessages({
  kicker: { id: 'tracked_trip.kicker', defaultMessage: 'Trip {id} · {provider}' },
  provider: { id: 'tracked_trip.provider', defaultMessage: 'Provider' },
  steps: { id: 'tracked_trip.steps', defaultMessage: 'How far your trip is' },
  booked: { id: 'tracked_trip.booked', defaultMessage: 'Booked' },
  confirmed: { id: 'tracked_trip.confirmed', defaultMessage: 'Confirmed' },
  pickedUp: { id: 'tracked_trip.picked_up', defaultMessage: 'Picked up' },
  returned: { id: 'tracked_trip.returned', defaultMessage: 'Returned' },
  vehicles: { id: 'tracked_trip.vehicles', defaultMessage: 'Vehicles' },
  vehicle: { id: 'tracked_trip.vehicle', defaultMessage: '{count, plural, one {{name}} other {# × {name}}}' },
  pickup: { id: 'tracked_trip.pickup', defaultMessage: 'Pickup' },
  return: { id: 'tracked_trip.return', defaultMessage: 'Return by' },
})

const steps = [
  { status: 'pending', message: text.booked },
  { status: 'confirmed', message: text.confirmed },
  { status: 'ongoing', message: text.pickedUp },
  { status: 'completed', message: text.returned },
]

type Props = { first: TrackedTripView; phone: string }

/** How a trip goes, for whoever knows its number and phone (D29). */
export default function TrackedTrip({ first, phone }: Props) {
  const { trip, error, refetch } = useTrackedTrip(first, phone)
  if (isNotFound(error)) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Head trip={trip} isLive={error === null} />
      <Plan trip={trip} />
      <History trip={trip} />
    </>
  )
}

const words = (status: string) =>
  tripStatusMessage({ trip_status: status as TrackedTripView['trip_status'], awaits_payment: false })

function Head({ trip, isLive }: { trip: TrackedTripView; isLive: boolean }) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(trip.time_zone, dayTime)
  const reached = steps.map(({ status, message }) => {
    const move = trip.timeline.find((made) => made.status === status)
    return { key: status, label: t(message), time: move && <bdi>{clock(move.at)}</bdi> }
  })
  // Of a trip that is over no step is current.
  const current = isOver(trip) ? steps.length : steps.findIndex(({ status }) => status === trip.trip_status)
  return (
    <ProgressHead
      kicker={
        <FormattedMessage {...text.kicker} values={{ id: trip.id, provider: <bdi key="name">{trip.provider}</bdi> }} />
      }
      headline={t(words(trip.trip_status))}
      bar={trip.trip_status === 'canceled' ? undefined : { label: t(text.steps), steps: reached, current }}
      isLive={isLive || isOver(trip)}
    />
  )
}

/** What and when. Times are those of the provider's zone. */
function Plan({ trip }: { trip: TrackedTripView }) {
  const { formatMessage: t, formatList } = useIntl()
  const clock = usePlanClock(trip.time_zone, dayTime)
  const at = (time: string) => (
    <time dateTime={time}>
      <bdi>{clock(time)}</bdi>
    </time>
  )
  const names = trip.vehicles.map(({ name, quantity }) => t(text.vehicle, { count: quantity, name }))
  return (
    <dl className={receipt.facts}>
      <Fact name={text.vehicles}>
        <bdi>{formatList(names, { type: 'unit', style: 'short' })}</bdi>
      </Fact>
      <Fact name={trip.started_at ? text.pickedUp : text.pickup}>{at(trip.started_at ?? trip.pickup_at)}</Fact>
      <Fact name={trip.returned_at ? text.returned : text.return}>{at(trip.returned_at ?? trip.return_at)}</Fact>
    </dl>
  )
}

function History({ trip }: { trip: TrackedTripView }) {
  const { formatMessage: t } = useIntl()
  return (
    <Moves
      moves={trip.timeline}
      words={(status) => t(words(status))}
      timeZone={trip.time_zone}
      seller={text.provider}
    />
  )
}
