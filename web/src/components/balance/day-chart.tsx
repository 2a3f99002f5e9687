import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useTimes } from '@/lib/text/times'
import { lazyPart } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import c from './day-chart.module.css'

const height = 220 // px

const Drawing = lazyPart(() => import('./day-chart-drawing'), {
  pending: () => <Skeleton height={height} radius={14} />,
})

const text = defineMessages({
  day: { id: 'day_chart.day', defaultMessage: 'Day' },
})

type Props = {
  /** The name of the chart and of its values, such as "Balance". */
  label: string
  /** One sentence that says what the chart shows. */
  sentence: string
  /** The oldest first; date as in 2026-11-23. */
  days: readonly { date: string; value: number }[]
  /** Formats a value in full, and short for the axis. */
  format: (value: number) => string
  formatShort: (value: number) => string
}

/** A value of each day as a line. Screen readers get the sentence and a table. */
export function DayChart({ label, sentence, days, format, formatShort }: Props) {
  const write = useTimes('UTC')
  const day = (date: string) => write(`${date}T12:00:00Z`, { day: 'numeric', month: 'short' })
  const points = days.map(({ date, value }) => ({ day: day(date), value }))
  return (
    <figure className={c.chart}>
      <figcaption className={c.summary}>{sentence}</figcaption>
      <div className={c.drawing} aria-hidden>
        <Drawing label={label} height={height} points={points} format={format} formatShort={formatShort} />
      </div>
      <div className="sr">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage {...text.day} />
              </th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point, at) => (
              <tr key={days[at]?.date}>
                <th scope="row">{point.day}</th>
                <td>{format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
