import type { TripView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  pending: { id: 'trip_status.pending', defaultMessage: 'Waiting for the provider' },
  payment: { id: 'trip_status.payment', defaultMessage: 'Waiting for your payment' },
  confirmed: { id: 'trip_status.confirmed', defaultMessage: 'Confirmed' },
  ongoing: { id: 'trip_status.ongoing', defaultMessage: 'Under way' },
  completed: { id: 'trip_status.completed', defaultMessage: 'Completed' },
  canceled: { id: 'trip_status.canceled', defaultMessage: 'This trip was canceled' },
  refunded: { id: 'trip_status.refunded', defaultMessage: 'Refunded' },
})

const over = ['completed', 'canceled', 'refunded']

/** Returns whether the trip is no longer under way. */
export const isOver = ({ trip_status }: Pick<TripView, 'trip_status'>) => over.includes(trip_status)

/** Returns the text of the status. */
export const tripStatusMessage = (trip: Pick<TripView, 'trip_status' | 'awaits_payment'>): Message =>
  trip.awaits_payment ? text.payment : text[trip.trip_status]
