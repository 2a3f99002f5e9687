import { Button } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { defineMessages, FormattedMessage } from 'react-intl'
import { Money } from '@/components/money'
import type { QuoteView } from '@/lib/api/types.gen'
import { PriceRows } from './price-rows'
import c from './summary.module.css'

const text = defineMessages({
  title: { id: 'summary.title', defaultMessage: 'Your order' },
  from: { id: 'summary.from', defaultMessage: 'from {store}' },
  place: { id: 'summary.place', defaultMessage: 'Place order' },
  lines: { id: 'summary.lines', defaultMessage: 'Items' },
})

type Props = {
  quote: QuoteView
  /** The rows belong to an older choice; new ones are on their way. */
  isStale: boolean
  isPlacing: boolean
  /** A reason of the page's own why nothing can be placed yet. */
  missing?: ReactNode
  onPlace: () => void
}

/** Everything that will be paid, row by row, and the one button (CHK-01). */
export function Summary({ quote, isStale, isPlacing, missing, onPlace }: Props) {
  const blocked = quote.problems.length > 0
  return (
    <section className={c.summary} aria-labelledby="summary-title">
      <header>
        <h2 id="summary-title" className={c.title}>
          <FormattedMessage {...text.title} />
        </h2>
        <p className={c.store}>
          <FormattedMessage {...text.from} values={{ store: quote.store.name }} />
        </p>
      </header>
      <ul className={c.lines}>
        {quote.lines.map((line) => (
          <li key={line.id} className={c.line}>
            <span className={c.count}>{line.quantity} ×</span>
            <span className={c.name}>
              {line.item.name}
              {line.summary && <small>{line.summary}</small>}
            </span>
            <Money value={line.total} />
          </li>
        ))}
      </ul>
      <div aria-live="polite" data-stale={isStale || undefined} className={c.rows}>
        <PriceRows rows={quote.rows} />
      </div>
      {quote.warnings.map(({ code, message }) => (
        <p key={code + message} className={c.warning}>
          <IconInfoCircle size={18} aria-hidden />
          {message}
        </p>
      ))}
      {blocked && (
        <ul className={c.problems} role="alert">
          {quote.problems.map(({ code, message }) => (
            <li key={code + message}>
              <IconAlertCircle size={18} aria-hidden />
              {message}
            </li>
          ))}
        </ul>
      )}
      {missing && <p className={c.missing}>{missing}</p>}
      <Button
        className={c.place}
        fullWidth
        size="lg"
        disabled={blocked || isStale}
        loading={isPlacing}
        aria-busy={isPlacing}
        onClick={onPlace}
        justify="space-between"
        rightSection={<Money value={quote.to_pay} />}
      >
        <FormattedMessage {...text.place} />
      </Button>
    </section>
  )
}
