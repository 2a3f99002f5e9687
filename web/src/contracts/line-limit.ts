import { useIntl } from 'react-intl'
import type { CartLineView, ProblemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  left: { id: 'line.left', defaultMessage: '{n, plural, one {Only # is left.} other {Only # are left.}}' },
  most: { id: 'line.most', defaultMessage: 'At most {n} of these can be ordered at once.' },
})

/** How many there are of a line's item, its variation's where it has one; null: not counted. */
function stockOf({ item, variation }: CartLineView) {
  const sold = item.variations.find(({ id }) => variation.some((chosen) => chosen.id === id))
  return sold ? sold.stock : item.stock
}

/** The most that may be had of a line (ITEM-08); none left is a limit too. */
export const limitOf = (line: CartLineView) =>
  Math.min(stockOf(line) ?? Infinity, line.item.maximum_cart_quantity || Infinity)

/** Returns what is wrong with a line, with the number that can be had where that is what is wrong. */
export function useLineProblem() {
  const { formatMessage: t } = useIntl()
  return (line: CartLineView, { code, message }: ProblemView) => {
    const most = limitOf(line)
    if (code !== 'out_of_limits' || most === Infinity) return message
    return t(most === stockOf(line) ? text.left : text.most, { n: most })
  }
}
