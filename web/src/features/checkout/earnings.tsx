import { IconCoins } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import type { EarningsView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './earnings.module.css'

const text = defineMessages({
  points: {
    id: 'earnings.points',
    defaultMessage: 'You earn {points, plural, one {# point} other {# points}} when this order is delivered.',
  },
  cashback: {
    id: 'earnings.cashback',
    defaultMessage: 'You earn {amount} cashback when this order is delivered.',
  },
  both: {
    id: 'earnings.both',
    defaultMessage:
      'You earn {points, plural, one {# point} other {# points}} and {amount} cashback when this order is delivered.',
  },
})

/** What the order gives back, as the server computes it (WAL-03, WAL-06). */
export function Earnings({ of: { points, cashback } }: { of: EarningsView }) {
  const message = cashback === 0 ? text.points : points === 0 ? text.cashback : text.both
  return (
    <p className={c.earnings}>
      <IconCoins size={20} aria-hidden className={c.icon} />
      <span>
        <FormattedMessage {...message} values={{ points, amount: <Money key="amount" value={cashback} /> }} />
      </span>
    </p>
  )
}
