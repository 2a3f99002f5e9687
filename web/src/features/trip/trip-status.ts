import { payStateOf } from '@/contracts/payment-result'
import type { TripView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  pending: { id: 'trip_status.pending', defaultMessage: 'Waiting for the provider' },
  payment: { id: 'trip_status.payment', defaultMessage: 'Waiting for your payment' },
  checkingPayment: { id: 'trip_status.checking_payment', defaultMessage: 'Checking your payment' },
  confirmed: { id: 'trip_status.confirmed', defaultMessage: 'Confirmed' },
  ongoing: { id: 'trip_status.ongoing', defaultMessage: 'Under way' },
  completed: { id: 'trip_status.completed', defaultMessage: 'Completed' },
  canceled: { id: 'trip_status.canceled', defaultMessage: 'This trip was canceled' },
  refunded: { id: 'trip_status.refunded', defaultMessage: 'Refunded' },
})

const over = ['completed', 'canceled', 'refunded']

/** Returns whether the trip is no longer under way. */
export const isOver = ({ trip_status }: Pick<TripView, 'trip_status'>) => over.includes(trip_status)

/** Returns whether an admin has to decide about a refund of the trip. */
export const isRefundRequested = ({ refunds }: Pick<TripView, 'refunds'>) =>
  refunds.some(({ refund_status: status }) => status === 'requested')

/** Returns what a payment's result is shown for. */
export const payState = (trip: TripView) => payStateOf(trip.trip_status, isOver(trip), trip.awaits_payment)

/** Returns the text of the status. */
export function tripStatusMessage(trip: Pick<TripView, 'trip_status' | 'awaits_payment' | 'payment_due_at'>): Message {
  if (trip.awaits_payment) return trip.payment_due_at ? text.payment : text.checkingPayment
  return text[trip.trip_status]
}
