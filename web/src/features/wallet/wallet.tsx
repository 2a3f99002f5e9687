import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { Money } from '@/components/price/money'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { WalletOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { defineMessages } from '@/lib/text/messages'
import { BalanceChart } from './balance-chart'
import { Bonuses } from './bonuses'
import { WalletHistory } from './history'
import { useWallet, type HistoryType } from './wallet-queries'
import c from './wallet.module.css'

const AddFund = lazyOverlay(() => import('./add-fund'))

const text = defineMessages({
  title: { id: 'wallet.title', defaultMessage: 'Wallet' },
  balance: { id: 'wallet.balance', defaultMessage: 'Your balance' },
  // The specification prescribes this text (WAL-01).
  add: { id: 'wallet.add', defaultMessage: 'Add fund' },
  noGateway: { id: 'wallet.no_gateway', defaultMessage: 'Money cannot be added right now.' },
})

type Props = {
  type: HistoryType
  onType: (type: HistoryType) => void
  /** What became of a payment whose shopper is back. addFund opens the dialog to try again. */
  result: (addFund: () => void) => ReactNode
  /** What orders give back into the wallet. */
  offers?: ReactNode
}

/** The wallet of a customer: balance, bonuses, the last days and the history (WAL-01). */
export function Wallet({ type, onType, result, offers }: Props) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const wallet = useWallet()
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const canAdd = (wallet.data?.gateways.length ?? 0) > 0
  return (
    <section className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      {result(add)}
      <QueryView query={wallet} skeleton={<Skeleton height={132} radius={20} />} art={emptyArt('error')}>
        {(now) => <Balance wallet={now} onAdd={add} />}
      </QueryView>
      {canAdd && <Bonuses />}
      {offers}
      <BalanceChart />
      <WalletHistory type={type} onType={onType} />
      <AddFund wallet={wallet.data} opened={isAdding && canAdd} onClose={() => setAdding(false)} />
    </section>
  )
}

function Balance({ wallet, onAdd }: { wallet: WalletOutputBody; onAdd: () => void }) {
  return (
    <section className={c.balance}>
      <div>
        <h2 className={c.label}>
          <FormattedMessage {...text.balance} />
        </h2>
        <p className={c.amount}>
          <Money value={wallet.balance} />
        </p>
      </div>
      {wallet.gateways.length > 0 ? (
        <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} aria-haspopup="dialog" onClick={onAdd}>
          <FormattedMessage {...text.add} />
        </Button>
      ) : (
        <p className={c.quiet}>
          <FormattedMessage {...text.noGateway} />
        </p>
      )}
    </section>
  )
}
