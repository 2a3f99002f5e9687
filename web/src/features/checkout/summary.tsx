import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/money'
import { PriceRows } from '@/components/price-rows'
import { Saved } from '@/components/saved'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/messages'
import { rangeText } from '@/lib/range'
import { Problems, Warnings } from './problems'
import { problemsAt, problemsOfLine, warningsOf } from './problems-at'
import c from './summary.module.css'

const text = defineMessages({
  title: { id: 'summary.title', defaultMessage: 'Your order' },
  from: { id: 'summary.from', defaultMessage: 'from {store} · {minutes} min' },
  count: { id: 'summary.count', defaultMessage: '{count} ×' },
})

type Props = {
  quote: QuoteView
  /** The rows belong to an older choice; new ones are on their way. */
  isStale: boolean
}

/** Everything that will be paid, row by row (CHK-01). */
export function Summary({ quote, isStale }: Props) {
  return (
    <section className={c.summary} aria-labelledby="summary-title">
      <header>
        <h2 id="summary-title" className={c.title}>
          <FormattedMessage {...text.title} />
        </h2>
        <p className={c.store}>
          <FormattedMessage
            {...text.from}
            values={{ store: quote.store.name, minutes: <bdi key="minutes">{rangeText(quote.ready_in)}</bdi> }}
          />
        </p>
      </header>
      <OrderLines quote={quote} />
      <div aria-live="polite" aria-busy={isStale} className={c.rows}>
        <PriceRows rows={quote.rows} />
      </div>
      <Warnings of={warningsOf(quote)} />
      <Problems of={problemsAt(quote, 'order')} />
    </section>
  )
}

/** What is bought, and under each line what is wrong with it. */
export function OrderLines({ quote }: { quote: QuoteView }) {
  return (
    <ul className={c.lines}>
      {quote.lines.map((line) => {
        const { problems, warnings } = problemsOfLine(quote, line)
        return (
          <li key={line.id} className={c.line}>
            <span className={c.count}>
              <FormattedMessage {...text.count} values={{ count: line.quantity }} />
            </span>
            <span className={c.name}>
              {line.item.name}
              {line.summary && <small>{line.summary}</small>}
              <Saved from={line.subtotal} to={line.total} />
            </span>
            <Money value={line.subtotal} />
            {(problems.length > 0 || warnings.length > 0) && (
              <div className={c.about}>
                <Problems of={problems} />
                <Warnings of={warnings} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
