import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  cashToCome: {
    id: 'cash_returned.to_come',
    defaultMessage: 'You get {amount} in cash. We will contact you to hand it over.',
  },
  cashDone: { id: 'cash_returned.done', defaultMessage: 'You got {amount} back in cash.' },
  offlineToCome: { id: 'payment.back_why', defaultMessage: 'You get {amount} back the way you paid: {method}.' },
  gatewayStuck: {
    id: 'gateway_back.stuck',
    defaultMessage: '{amount} could not be sent back the way you paid. We will contact you about it.',
  },
  gatewayCredited: {
    id: 'gateway_back.credited',
    defaultMessage: '{amount} is in your wallet, because it could not be sent back the way you paid.',
  },
  gatewaySettled: {
    id: 'gateway_back.settled',
    defaultMessage: 'You got {amount} back in another way, because it could not be sent back the way you paid.',
  },
  offlineDone: { id: 'payment.back_done_why', defaultMessage: 'You got {amount} back the way you paid: {method}.' },
})

/** A sentence about money that was given back, with its {amount}. */
export type WayBack = { message: Message; amount: number; isToCome?: boolean }

const wayBack = (message: Message, amount: number, isToCome: boolean) =>
  amount > 0 ? [{ message, amount, isToCome }] : []

/** What the shopper of an order or a trip reads about cash that was given back; empty: there was none. */
export const cashReturned = ({
  cash_to_pay_back: toCome = 0,
  cash_paid_back: paid = 0,
}: Pick<OrderView, 'cash_to_pay_back' | 'cash_paid_back'>): WayBack[] => [
  ...wayBack(text.cashToCome, toCome, true),
  ...wayBack(text.cashDone, paid, false),
]

/** What they read about money that was paid outside of the shop, by {method}. */
export const offlineBack = ({
  offline_to_pay_back: toCome = 0,
  offline_paid_back: paid = 0,
}: Pick<OrderView, 'offline_to_pay_back' | 'offline_paid_back'>): WayBack[] => [
  ...wayBack(text.offlineToCome, toCome, true),
  ...wayBack(text.offlineDone, paid, false),
]

/** What a gateway could not send back of an order or a trip. */
export type FromGateway = Pick<
  OrderView,
  'gateway_refund_failed' | 'gateway_refund_credited' | 'gateway_refund_settled'
>

/** What they read about money that a gateway could not send back. */
export const gatewayBack = ({
  gateway_refund_failed: stuck = 0,
  gateway_refund_credited: credited = 0,
  gateway_refund_settled: settled = 0,
}: FromGateway): WayBack[] => [
  ...wayBack(text.gatewayStuck, stuck, true),
  ...wayBack(text.gatewayCredited, credited, false),
  ...wayBack(text.gatewaySettled, settled, false),
]

/** Returns the refunds of an order or a trip that were given. */
export const givenRefunds = ({ refunds }: Pick<OrderView, 'refunds'>) =>
  refunds.filter(({ refund_status: status }) => status === 'approved')

/** Reports whether the refunds of an order or a trip say why and how money comes back. */
export const hasRefund = (of: Pick<OrderView, 'refunds'>) => givenRefunds(of).length > 0
