import { useIntl } from 'react-intl'
import type { CartLineView, ProblemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { limitOf, stockOf } from './line-limit'

const text = defineMessages({
  left: { id: 'line.left', defaultMessage: '{n, plural, one {Only # is left.} other {Only # are left.}}' },
  most: { id: 'line.most', defaultMessage: 'At most {n} of these can be ordered at once.' },
})

/** Returns a function that returns the text of a line's problem. For out_of_limits the text contains the limit. */
export function useLineProblem() {
  const { formatMessage: t } = useIntl()
  return (line: CartLineView, { code, message }: ProblemView) => {
    const limit = limitOf(line)
    if (code !== 'out_of_limits' || limit === Infinity) return message
    return t(limit === stockOf(line) ? text.left : text.most, { n: limit })
  }
}
