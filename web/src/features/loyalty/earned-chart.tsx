import { useIntl } from 'react-intl'
import { ChartSection } from '@/components/balance/chart-section'
import { DayChart } from '@/components/balance/day-chart'
import type { LoyaltyDayView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useEarnedDays } from './loyalty-queries'

const text = defineMessages({
  title: { id: 'loyalty_chart.title', defaultMessage: 'Earned in the last {count} days' },
  name: { id: 'loyalty_chart.name', defaultMessage: 'Points earned' },
  summary: {
    id: 'loyalty_chart.summary',
    defaultMessage: '{sum, plural, one {# point} other {# points}} in all, on one day at most {most, number}.',
  },
})

/** The points that were earned on each of the last days. Without any there is no chart. */
export function EarnedChart() {
  const query = useEarnedDays()
  return (
    <ChartSection title={text.title} query={query} valueOf={({ points }) => points}>
      {(days) => <Chart days={days} />}
    </ChartSection>
  )
}

function Chart({ days }: { days: LoyaltyDayView[] }) {
  const { formatMessage: t, formatNumber } = useIntl()
  const values = days.map(({ points }) => points)
  const format = (points: number) => formatNumber(points)
  return (
    <DayChart
      label={t(text.name)}
      sentence={t(text.summary, { sum: values.reduce((sum, points) => sum + points, 0), most: Math.max(...values) })}
      days={days.map(({ date, points }) => ({ date, value: points }))}
      format={format}
      formatShort={format}
    />
  )
}
