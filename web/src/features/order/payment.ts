import type { OrderView, PaymentView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  cash: { id: 'receipt.cash', defaultMessage: 'Cash on delivery' },
  cashTakeAway: { id: 'receipt.cash_take_away', defaultMessage: 'Cash at the store' },
  wallet: { id: 'receipt.wallet', defaultMessage: 'Wallet' },
  online: { id: 'receipt.online', defaultMessage: 'Paid online' },
  named: { id: 'receipt.offline', defaultMessage: '{method}' },
})

type Paid = Pick<OrderView, 'order_type' | 'payment_method' | 'offline_payment' | 'gateways' | 'payment_gateway'>

/** Returns the text of how an order is paid, apart from its wallet's part, and its values. */
export const paymentMessage = (order: Paid): [Message, { method: string }] => {
  const { payment_method: method, offline_payment: offline, gateways, payment_gateway: id } = order
  if (offline) return [text.named, { method: offline.name }]
  const title = gateways.find(({ gateway }) => gateway === id)?.gateway_title
  return method === 'digital_payment' && title ? [text.named, { method: title }] : methodMessage(order, { method })
}

/** Returns the text of a payment that was made, and its values. */
export function methodMessage(
  { order_type }: Pick<OrderView, 'order_type'>,
  { method, name = '' }: Pick<PaymentView, 'method' | 'name'>,
): [Message, { method: string }] {
  if (name) return [text.named, { method: name }]
  if (method === 'wallet') return [text.wallet, { method }]
  if (method === 'digital_payment') return [text.online, { method }]
  return [cashMessage({ order_type }), { method }]
}

/** Returns what cash is called for an order. */
export const cashMessage = ({ order_type }: Pick<OrderView, 'order_type'>): Message =>
  order_type === 'take_away' ? text.cashTakeAway : text.cash
