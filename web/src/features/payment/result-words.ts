import type { PayState } from '@/contracts/payment-result'
import type { GatewayPaymentView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

/** good: the money has arrived. bad: nothing was paid. wait: it is open or on its way. */
export type Tone = 'good' | 'bad' | 'wait'

type Words = { tone: Tone; title: Message; next: Message }

const text = defineMessages({
  open: { id: 'payment_result.open', defaultMessage: 'We are looking for your payment' },
  openNext: { id: 'payment_result.open_next', defaultMessage: 'This takes a few seconds.' },
  openLong: { id: 'payment_result.open_long', defaultMessage: 'We have not heard of your payment yet' },
  openLongNext: {
    id: 'payment_result.open_long_next',
    defaultMessage: 'It can take longer. If you have paid {amount}, you can close this page. If not, go on paying.',
  },
  pending: { id: 'payment_result.pending', defaultMessage: 'Your payment is on its way' },
  pendingNext: {
    id: 'payment_result.pending_next',
    defaultMessage: 'Your payment of {amount} is being processed. You see here when it has arrived.',
  },
  pendingLong: {
    id: 'payment_result.pending_long',
    defaultMessage: 'It can take longer until {amount} arrives. You can close this page.',
  },
  paidWallet: { id: 'payment_result.paid_wallet', defaultMessage: '{sum} is in your wallet' },
  paidWalletNext: { id: 'payment_result.paid_wallet_next', defaultMessage: 'You paid {amount}. You can spend it now.' },
  paidBonusNext: {
    id: 'payment_result.paid_bonus_next',
    defaultMessage: 'You paid {amount}, and the rest is a bonus. You can spend it now.',
  },
  paidOrder: { id: 'payment_result.paid_order', defaultMessage: 'Your payment has arrived' },
  paidOrderNext: {
    id: 'payment_result.paid_order_next',
    defaultMessage: 'You paid {amount}. The store has your order.',
  },
  paidTripNext: {
    id: 'payment_result.paid_trip_next',
    defaultMessage: 'You paid {amount}. The provider has your trip.',
  },
  failed: { id: 'payment_result.failed', defaultMessage: 'Your payment did not work' },
  failedNext: {
    id: 'payment_result.failed_next',
    defaultMessage: 'Nothing was taken from you. Please try again, perhaps with another card.',
  },
  canceled: { id: 'payment_result.canceled', defaultMessage: 'You have not paid' },
  canceledNext: { id: 'payment_result.canceled_next', defaultMessage: 'The payment of {amount} was canceled.' },
  expired: { id: 'payment_result.expired', defaultMessage: 'The time to pay is over' },
  expiredNext: { id: 'payment_result.expired_next', defaultMessage: 'Nothing was taken from you.' },
  closed: { id: 'payment_result.closed', defaultMessage: 'This payment was closed' },
  returned: { id: 'payment_result.returned', defaultMessage: 'Your money comes back' },
  returnedNext: {
    id: 'payment_result.returned_next',
    defaultMessage: 'Your payment of {amount} was not needed any more. It goes back the way you paid.',
  },
  held: { id: 'payment_result.held', defaultMessage: 'The shop is checking your payment' },
  heldNext: {
    id: 'payment_result.held_next',
    defaultMessage: 'It does not match what was to be paid. You do not have to do anything now.',
  },
})

type About = {
  /** It was waited for long. */
  isLong: boolean
  /** undefined: a wallet is paid. */
  of: PayState | undefined
}

/** Returns what a shopper reads about a payment. */
export function resultWords({ status, purpose, bonus }: GatewayPaymentView, { isLong, of }: About): Words {
  switch (status) {
    case 'open':
      return isLong
        ? { tone: 'wait', title: text.openLong, next: text.openLongNext }
        : { tone: 'wait', title: text.open, next: text.openNext }
    case 'pending':
      return { tone: 'wait', title: text.pending, next: isLong ? text.pendingLong : text.pendingNext }
    case 'paid':
      return purpose !== 'wallet'
        ? { tone: 'good', title: text.paidOrder, next: purpose === 'trip' ? text.paidTripNext : text.paidOrderNext }
        : { tone: 'good', title: text.paidWallet, next: bonus > 0 ? text.paidBonusNext : text.paidWalletNext }
    case 'failed':
      return { tone: 'bad', title: text.failed, next: text.failedNext }
    case 'canceled':
      return { tone: 'bad', title: text.canceled, next: text.canceledNext }
    case 'expired':
      // What still waits for its payment has time: another way to pay has closed this one.
      return { tone: 'bad', title: of === 'waiting' ? text.closed : text.expired, next: text.expiredNext }
    case 'returned':
      return { tone: 'wait', title: text.returned, next: text.returnedNext }
    case 'held':
      return { tone: 'wait', title: text.held, next: text.heldNext }
  }
}
