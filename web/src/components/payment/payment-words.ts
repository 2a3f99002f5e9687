import type { OrderView, PaymentView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  wallet: { id: 'receipt.wallet', defaultMessage: 'Wallet' },
  online: { id: 'receipt.online', defaultMessage: 'Paid online' },
  cashAtReturn: { id: 'trip_payment.cash_at_return', defaultMessage: 'Cash at the return' },
  named: { id: 'receipt.offline', defaultMessage: '{method}' },
})

/** How an order or a trip is paid. */
export type PurchasePayment = Pick<
  OrderView,
  | 'awaits_payment'
  | 'gateways'
  | 'offline_methods'
  | 'offline_paid_back'
  | 'offline_payment'
  | 'offline_to_pay_back'
  | 'payment_due_at'
  | 'payment_gateway'
  | 'payment_method'
  | 'payment_methods'
  | 'payment_status'
  | 'payments'
  | 'refunds'
  | 'to_pay'
>

type Paid = Pick<PurchasePayment, 'payment_method' | 'offline_payment' | 'gateways' | 'payment_gateway'>

/** Returns the text of how something is paid, apart from its wallet's part, and its values. */
export const paymentMessage = (of: Paid, cash: Message): [Message, { method: string }] => {
  const { payment_method: method, offline_payment: offline, gateways, payment_gateway: id } = of
  if (offline) return [text.named, { method: offline.name }]
  const title = gateways.find(({ gateway }) => gateway === id)?.gateway_title
  return method === 'digital_payment' && title ? [text.named, { method: title }] : methodMessage({ method }, cash)
}

/** Returns the text of a payment that was made, and its values. */
export function methodMessage(
  { method, name = '', at_return: atReturn }: Pick<PaymentView, 'at_return' | 'method' | 'name'>,
  cash: Message,
): [Message, { method: string }] {
  if (name) return [text.named, { method: name }]
  if (method === 'wallet') return [text.wallet, { method }]
  if (method === 'digital_payment') return [text.online, { method }]
  return [atReturn ? text.cashAtReturn : cash, { method }]
}
