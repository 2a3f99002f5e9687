import type { TripView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

/** What the ways to pay are called for a trip. */
export const paymentWords = defineMessages({
  cash: { id: 'trip_payment.cash', defaultMessage: 'Cash at pickup' },
  wallet: { id: 'trip_payment.wallet', defaultMessage: 'Wallet' },
  online: { id: 'trip_payment.online', defaultMessage: 'Paid online' },
  named: { id: 'trip_payment.named', defaultMessage: '{method}' },
})

/** Returns the text of how a trip is paid, apart from its wallet's part, and its values. */
export function tripPayment(trip: TripView): [Message, { method: string }] {
  const { payment_method: method, gateways, payment_gateway: id } = trip
  const title = gateways.find(({ gateway }) => gateway === id)?.gateway_title
  if (method === 'digital_payment')
    return title ? [paymentWords.named, { method: title }] : [paymentWords.online, { method }]
  return [method === 'wallet' ? paymentWords.wallet : paymentWords.cash, { method }]
}
