import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { LineNote } from '@/components/purchase/line-note'
import { Money } from '@/components/price/money'
import { PriceRows } from '@/components/price/price-rows'
import { Saved } from '@/components/price/saved'
import type { CartLineView, QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useLineProblem } from '@/contracts/line-problem'
import { rangeText } from './range-text'
import { storeHref } from '@/lib/page/links'
import { Earnings } from './earnings'
import { Problems, Warnings } from './problems'
import { problemsAt, problemsOfLine, warningsOf } from './problems-at'
import { slotAt, SlotText } from './slot-text'
import c from './summary.module.css'

const text = defineMessages({
  title: { id: 'summary.title', defaultMessage: 'Your order' },
  from: { id: 'summary.from', defaultMessage: 'from {store} · {when}' },
  minutes: { id: 'summary.minutes', defaultMessage: '{minutes} min' },
  remove: { id: 'summary.remove', defaultMessage: 'Remove {name}' },
  add: { id: 'summary.add_more', defaultMessage: 'Add more from {store}' },
  count: { id: 'summary.count', defaultMessage: '{count} ×' },
  plusDelivery: {
    id: 'summary.plus_delivery',
    defaultMessage: 'Plus delivery. What it costs depends on your address.',
  },
})

type Props = {
  quote: QuoteView
  /** The rows belong to older choices, and new ones are loading. */
  isStale: boolean
  /** RFC 3339; undefined: now. */
  scheduleAt: string | undefined
  /** Removes a line from the cart; undefined for an item to buy now. */
  onRemove?: (line: CartLineView) => void
}

/** The summary of the order: its lines, and all rows of the quote (CHK-01). */
export function Summary({ quote, isStale, scheduleAt, onRemove }: Props) {
  const slot = slotAt(quote, scheduleAt)
  return (
    <section className={c.summary} aria-labelledby="summary-title">
      <header>
        <h2 id="summary-title" className={c.title}>
          <FormattedMessage {...text.title} />
        </h2>
        <p className={c.store}>
          <FormattedMessage
            {...text.from}
            values={{
              store: (
                <AppLink key="store" href={storeHref(quote.store)} className={c.link}>
                  <bdi>{quote.store.name}</bdi>
                </AppLink>
              ),
              when: slot ? (
                <SlotText key="when" slot={slot} timeZone={quote.store.time_zone} />
              ) : (
                <FormattedMessage
                  {...text.minutes}
                  values={{ minutes: <bdi key="minutes">{rangeText(quote.ready_in)}</bdi> }}
                />
              ),
            }}
          />
        </p>
      </header>
      <OrderLines quote={quote} onRemove={onRemove} />
      <div aria-live="polite" aria-busy={isStale} className={c.rows}>
        <PriceRows rows={quote.rows} />
        {quote.delivery_unknown && (
          <p className={c.plus}>
            <FormattedMessage {...text.plusDelivery} />
          </p>
        )}
        {quote.earns && <Earnings of={quote.earns} />}
      </div>
      <Warnings of={warningsOf(quote)} />
      <Problems of={problemsAt(quote, 'order')} />
      {quote.problems.some(({ code }) => code === 'below_minimum') && (
        <AppLink href={storeHref(quote.store)} className={c.link}>
          <FormattedMessage {...text.add} values={{ store: <bdi key="store">{quote.store.name}</bdi> }} />
        </AppLink>
      )}
    </section>
  )
}

/** The lines of the order, each with its problems and warnings. */
export function OrderLines({ quote, onRemove }: Pick<Props, 'quote' | 'onRemove'>) {
  const { formatMessage: t } = useIntl()
  const problemText = useLineProblem()
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
              <bdi>{line.item.name}</bdi>
              {line.summary && (
                <small>
                  <bdi>{line.summary}</bdi>
                </small>
              )}
              <LineNote note={line.note} />
              <Saved from={line.subtotal} to={line.total} />
            </span>
            <Money value={line.subtotal} />
            {(problems.length > 0 || warnings.length > 0) && (
              <div className={c.about}>
                <Problems of={problems.map((problem) => ({ ...problem, message: problemText(line, problem) }))} />
                {problems.length > 0 && onRemove && (
                  <Button
                    variant="default"
                    size="sm"
                    h={44}
                    leftSection={<IconTrash size={18} aria-hidden />}
                    onClick={() => onRemove(line)}
                  >
                    {t(text.remove, { name: line.item.name })}
                  </Button>
                )}
                <Warnings of={warnings} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
