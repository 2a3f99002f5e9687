import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import type { Trip } from '@/contracts/rent-vehicle'
import { defineMessages } from '@/lib/text/messages'
import { Hours } from './trip-words'

const text = defineMessages({
  typeTitle: { id: 'trip_cart.type_title', defaultMessage: 'Change trip type?' },
  hourly: {
    id: 'trip_cart.type_hourly',
    defaultMessage: 'Your trip is charged by distance. If you continue, all its vehicles are charged by the hour.',
  },
  distance_wise: {
    id: 'trip_cart.type_distance',
    defaultMessage: 'Your trip is charged by the hour. If you continue, all its vehicles are charged by distance.',
  },
  durationTitle: { id: 'trip_cart.duration_title', defaultMessage: 'Change trip duration?' },
  duration: {
    id: 'trip_cart.duration',
    defaultMessage: 'Your trip has another duration. If you continue, all its vehicles are rented for {hours}.',
  },
})

type Props = {
  /** The trip that the cart would have. */
  trip: Trip
  opened: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before all vehicles of the cart are charged in another way (RNT-06). */
export function ChangeTypeDialog({ trip, ...dialog }: Props) {
  return (
    <ConfirmDialog title={<FormattedMessage {...text.typeTitle} />} {...dialog}>
      <FormattedMessage {...text[trip.type]} />
    </ConfirmDialog>
  )
}

/** Asks before all vehicles of the cart are rented for another time (RNT-06, RNT-07). */
export function ChangeDurationDialog({ trip, ...dialog }: Props) {
  return (
    <ConfirmDialog title={<FormattedMessage {...text.durationTitle} />} {...dialog}>
      <FormattedMessage {...text.duration} values={{ hours: <Hours key="hours" hours={trip.hours} /> }} />
    </ConfirmDialog>
  )
}
