import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  toCome: {
    id: 'cash_back.to_come',
    defaultMessage: 'You get {amount} in cash. We will contact you to hand it over.',
  },
  done: { id: 'cash_back.done', defaultMessage: 'You got {amount} back in cash.' },
})

/** What the shopper of an order or a trip reads about cash that was given back; undefined: there was none. */
export function cashBack({
  cash_to_pay_back: toCome = 0,
  cash_paid_back: paid = 0,
}: Pick<OrderView, 'cash_to_pay_back' | 'cash_paid_back'>) {
  if (toCome > 0) return { message: text.toCome, amount: toCome }
  return paid > 0 ? { message: text.done, amount: paid } : undefined
}
