import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  cash: { id: 'receipt.cash', defaultMessage: 'Cash on delivery' },
  cashTakeAway: { id: 'receipt.cash_take_away', defaultMessage: 'Cash at the store' },
})

/** Returns what cash is called for an order. */
export const cashMessage = ({ order_type }: Pick<OrderView, 'order_type'>): Message =>
  order_type === 'take_away' ? text.cashTakeAway : text.cash
