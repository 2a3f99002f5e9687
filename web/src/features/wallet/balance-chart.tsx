import { useIntl } from 'react-intl'
import { ChartSection } from '@/components/balance/chart-section'
import { DayChart } from '@/components/balance/day-chart'
import type { WalletDayView } from '@/lib/api/types.gen'
import { useMoney, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { currencyOf, shortMoney } from '@/lib/text/money'
import { useWalletDays } from './wallet-queries'

const text = defineMessages({
  title: { id: 'wallet_chart.title', defaultMessage: 'The last {count} days' },
  name: { id: 'wallet_chart.name', defaultMessage: 'Balance' },
  summary: {
    id: 'wallet_chart.summary',
    defaultMessage: '{first} then and {last} now. At least {least}, at most {most}.',
  },
})

/** The balance of the last days. An account that never had money has no chart. */
export function BalanceChart() {
  const query = useWalletDays()
  return (
    <ChartSection title={text.title} query={query} valueOf={({ balance }) => balance}>
      {(days) => <Chart days={days} />}
    </ChartSection>
  )
}

function Chart({ days }: { days: WalletDayView[] }) {
  const { formatMessage: t } = useIntl()
  const money = useMoney()
  const currency = currencyOf(useShop())
  const values = days.map(({ balance }) => balance)
  const sentence = t(text.summary, {
    first: money(values[0] ?? 0),
    last: money(values.at(-1) ?? 0),
    least: money(Math.min(...values)),
    most: money(Math.max(...values)),
  })
  return (
    <DayChart
      label={t(text.name)}
      sentence={sentence}
      days={days.map(({ date, balance }) => ({ date, value: balance }))}
      format={money}
      formatShort={(value) => shortMoney(value, currency)}
    />
  )
}
