import { FormattedMessage, FormattedNumber } from 'react-intl'
import { History, type HistoryEntry, type HistoryTab } from '@/components/balance/history'
import { Money } from '@/components/price/money'
import type { LoyaltyTransactionView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { defineMessages, type Message } from '@/lib/text/messages'
import { useHistory, type Direction } from './loyalty-queries'

const text = defineMessages({
  balance: { id: 'loyalty_history.balance', defaultMessage: '{points} afterwards' },
  purpose: {
    id: 'loyalty_history.purpose',
    defaultMessage: 'What you earn by orders and what you convert is listed here.',
  },
})

const names = defineMessages({
  all: { id: 'loyalty_history.all', defaultMessage: 'All' },
  earned: { id: 'loyalty_history.earned', defaultMessage: 'Earned' },
  spent: { id: 'loyalty_history.spent', defaultMessage: 'Spent' },
})

const none = defineMessages({
  all: { id: 'loyalty_history.no_all', defaultMessage: 'No points yet' },
  earned: { id: 'loyalty_history.no_earned', defaultMessage: 'You have not earned any points yet' },
  spent: { id: 'loyalty_history.no_spent', defaultMessage: 'You have not spent any points yet' },
})

const kinds: Record<LoyaltyTransactionView['kind'], Message> = defineMessages({
  points_earned: { id: 'loyalty_history.points_earned', defaultMessage: 'Earned by order {id}' },
  points_taken: { id: 'loyalty_history.points_taken', defaultMessage: 'Taken back, as order {id} was refunded' },
  points_spent: { id: 'loyalty_history.points_spent', defaultMessage: 'Converted into {amount}' },
  unclaimed: { id: 'loyalty_history.unclaimed', defaultMessage: 'Points of an earlier account' },
})

const directions: Direction[] = ['all', 'earned', 'spent']
const tabs: HistoryTab<Direction>[] = directions.map((key) => ({ key, name: names[key], none: none[key] }))

type Props = { direction: Direction; onDirection: (direction: Direction) => void }

/** What was earned and spent, with the points afterwards. */
export function LoyaltyHistory({ direction, onDirection }: Props) {
  const { list, transactions } = useHistory(direction)
  const entries = transactions.map(entryOf)
  return (
    <History
      tabs={tabs}
      current={direction}
      onChange={onDirection}
      list={list}
      entries={entries}
      purpose={text.purpose}
    />
  )
}

function entryOf({
  id,
  kind,
  order_id,
  amount = 0,
  points,
  balance,
  created_at,
}: LoyaltyTransactionView): HistoryEntry {
  const values = { id: <bdi key="id">{order_id ?? ''}</bdi>, amount: <Money key="amount" value={amount} /> }
  return {
    id,
    what: <FormattedMessage {...kinds[kind]} values={values} />,
    href: order_id === undefined ? undefined : hrefTo('/order/$id', { params: { id: String(order_id) } }),
    at: created_at,
    change: (
      <bdi>
        <FormattedNumber value={points} signDisplay="exceptZero" />
      </bdi>
    ),
    isIn: points > 0,
    balance: (
      <FormattedMessage {...text.balance} values={{ points: <FormattedNumber key="points" value={balance} /> }} />
    ),
  }
}
