import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  cash: { id: 'receipt.cash', defaultMessage: 'Cash on delivery' },
  cashTakeAway: { id: 'receipt.cash_take_away', defaultMessage: 'Cash at the store' },
  offline: { id: 'receipt.offline', defaultMessage: '{method}' },
})

/** Returns the text of how an order is paid, and its values. */
export const paymentMessage = ({
  order_type,
  offline_payment: offline,
}: Pick<OrderView, 'order_type' | 'offline_payment'>): [Message, { method: string }] => [
  offline ? text.offline : order_type === 'take_away' ? text.cashTakeAway : text.cash,
  { method: offline?.name ?? '' },
]
