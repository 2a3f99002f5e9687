import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  cash: { id: 'receipt.cash', defaultMessage: 'Cash on delivery' },
  cashAtPickup: { id: 'receipt.cash_at_pickup', defaultMessage: 'Cash at pickup' },
  cashTakeAway: { id: 'receipt.cash_take_away', defaultMessage: 'Cash at the store' },
})

/** Returns what cash is called for an order. The sender of a parcel pays when it is picked up. */
export const cashMessage = ({ order_type, parcel }: Pick<OrderView, 'order_type' | 'parcel'>): Message => {
  if (parcel?.charge_payer === 'sender') return text.cashAtPickup
  return order_type === 'take_away' ? text.cashTakeAway : text.cash
}
