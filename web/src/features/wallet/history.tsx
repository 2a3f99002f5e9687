import { FormattedMessage } from 'react-intl'
import { History, type HistoryEntry, type HistoryTab } from '@/components/balance/history'
import { Money } from '@/components/price/money'
import type { WalletTransactionView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { defineMessages, type Message } from '@/lib/text/messages'
import { useHistory, type HistoryType } from './wallet-queries'

const text = defineMessages({
  balance: { id: 'wallet_history.balance', defaultMessage: 'Balance {balance}' },
  plus: { id: 'wallet_history.plus', defaultMessage: '+{amount}' },
  purpose: { id: 'wallet_history.purpose', defaultMessage: 'What comes in and what you spend is listed here.' },
})

const names = defineMessages({
  all: { id: 'wallet_history.all', defaultMessage: 'All' },
  credit: { id: 'wallet_history.credit', defaultMessage: 'Money in' },
  debit: { id: 'wallet_history.debit', defaultMessage: 'Money out' },
})

const none = defineMessages({
  all: { id: 'wallet_history.no_all', defaultMessage: 'Nothing has happened in your wallet yet' },
  credit: { id: 'wallet_history.no_credit', defaultMessage: 'No money has come in yet' },
  debit: { id: 'wallet_history.no_debit', defaultMessage: 'You have not spent anything yet' },
})

const kinds: Record<WalletTransactionView['kind'], Message> = defineMessages({
  top_up: { id: 'wallet_history.top_up', defaultMessage: 'Money added' },
  bonus: { id: 'wallet_history.bonus', defaultMessage: 'Bonus' },
  order: { id: 'wallet_history.order', defaultMessage: 'Order {id}' },
  refund: { id: 'wallet_history.refund', defaultMessage: 'Money back for order {id}' },
  trip: { id: 'wallet_history.trip', defaultMessage: 'Trip {id}' },
  trip_refund: { id: 'wallet_history.trip_refund', defaultMessage: 'Money back for trip {id}' },
  points: { id: 'wallet_history.points', defaultMessage: 'Points turned into money' },
  referral: { id: 'wallet_history.referral', defaultMessage: 'Referral reward' },
  cashback: { id: 'wallet_history.cashback', defaultMessage: 'Cashback for order {id}' },
  other: { id: 'wallet_history.other', defaultMessage: 'Correction by the shop' },
})

const types: HistoryType[] = ['all', 'credit', 'debit']
const tabs: HistoryTab<HistoryType>[] = types.map((key) => ({ key, name: names[key], none: none[key] }))

type Props = { type: HistoryType; onType: (type: HistoryType) => void }

/** What came in and what was spent, with the balance afterwards. */
export function WalletHistory({ type, onType }: Props) {
  const { list, transactions } = useHistory(type)
  const entries = transactions.map(entryOf)
  return <History tabs={tabs} current={type} onChange={onType} list={list} entries={entries} purpose={text.purpose} />
}

function entryOf({ id, kind, order_id, trip_id, amount, balance, created_at }: WalletTransactionView): HistoryEntry {
  return {
    id,
    what: <FormattedMessage {...kinds[kind]} values={{ id: <bdi key="id">{trip_id ?? order_id ?? ''}</bdi> }} />,
    href: hrefOf(trip_id, order_id),
    at: created_at,
    change: <Change amount={amount} />,
    isIn: amount > 0,
    balance: <FormattedMessage {...text.balance} values={{ balance: <Money key="balance" value={balance} /> }} />,
  }
}

function hrefOf(tripId: number | undefined, orderId: number | undefined) {
  if (tripId !== undefined) return hrefTo('/trip/$id', { params: { id: String(tripId) } })
  return orderId === undefined ? undefined : hrefTo('/order/$id', { params: { id: String(orderId) } })
}

function Change({ amount }: { amount: number }) {
  if (amount <= 0) return <Money value={amount} />
  return (
    <bdi>
      <FormattedMessage {...text.plus} values={{ amount: <Money key="amount" value={amount} /> }} />
    </bdi>
  )
}
