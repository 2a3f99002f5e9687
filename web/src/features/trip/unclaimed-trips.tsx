import { useIntl } from 'react-intl'
import { UnclaimedBox } from '@/components/purchase/unclaimed-box'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { useClaimTrip, useUnclaimedTrips } from './trip-queries'
import { tripStatusMessage } from './trip-status'

const text = defineMessages({
  title: {
    id: 'unclaimed_trips.title',
    defaultMessage: '{count, plural, one {Is this trip yours?} other {Are these trips yours?}}',
  },
  why: {
    id: 'unclaimed_trips.why',
    defaultMessage: 'Somebody who was not signed in booked with your phone number or email address.',
  },
  trip: { id: 'unclaimed_trips.trip', defaultMessage: 'Trip {id}' },
  isMine: { id: 'unclaimed_trips.is_mine', defaultMessage: 'Trip {id} is now among your trips' },
  isNotMine: { id: 'unclaimed_trips.is_not_mine', defaultMessage: 'You will not be asked about trip {id} again' },
})

type Props = {
  /** Called before the buttons disappear, so that the focus can be moved. */
  onAnswered: () => void
}

/** Asks about trips that may be the customer's (P4). */
export function UnclaimedTrips({ onAnswered }: Props) {
  const { formatMessage: t } = useIntl()
  const trips = useUnclaimedTrips()
  const claim = useClaimTrip((id, mine) => {
    toast(t(mine ? text.isMine : text.isNotMine, { id }))
    onAnswered()
  })
  return (
    <UnclaimedBox
      title={text.title}
      why={text.why}
      name={text.trip}
      items={trips.map((trip) => ({
        id: trip.id,
        seller: trip.provider_name,
        status: t(tripStatusMessage({ trip_status: trip.trip_status, awaits_payment: false })),
        total: trip.total,
        createdAt: trip.created_at,
        timeZone: trip.time_zone,
      }))}
      onAnswer={(id, mine) => claim.mutateAsync({ path: { id }, body: { mine } })}
    />
  )
}
