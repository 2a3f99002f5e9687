import type { IntlShape } from 'react-intl'
import { parseAmount, typedAmount } from './amount'
import type { ConfigView } from '@/lib/api/types.gen'
import { defineMessages } from './messages'
import { currencyOf, formatMoney } from './money'

const text = defineMessages({
  unreadable: { id: 'amount.unreadable', defaultMessage: 'Please enter an amount, such as {example}.' },
  tooPrecise: {
    id: 'amount.too_precise',
    defaultMessage:
      '{decimals, plural, =0 {Please enter a whole amount.} one {An amount has at most # decimal.} other {An amount has at most # decimals.}}',
  },
  tooMuch: { id: 'amount.too_much', defaultMessage: 'Please enter at most {most}.' },
})

/** Parses a typed amount, or returns a message that says why it is invalid. */
export function readAmount(typed: string, { locale, formatMessage: t }: IntlShape, shop: ConfigView, limit = Infinity) {
  const { digits: decimals } = currencyOf(shop)
  const read = parseAmount(typed, locale, decimals)
  if ('amount' in read) {
    if (read.amount === undefined || read.amount <= limit) return read
    return { problem: t(text.tooMuch, { most: formatMoney(limit, currencyOf(shop)) }) }
  }
  const example = typedAmount(decimals > 0 ? 2.5 : 25, locale)
  return { problem: read.problem === 'unreadable' ? t(text.unreadable, { example }) : t(text.tooPrecise, { decimals }) }
}
