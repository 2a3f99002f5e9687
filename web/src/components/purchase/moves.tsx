import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import c from './moves.module.css'

const text = defineMessages({
  title: { id: 'timeline.title', defaultMessage: 'What happened' },
})

const roles = defineMessages({
  shopper: { id: 'timeline.by_shopper', defaultMessage: 'You' },
  store: { id: 'timeline.by_store', defaultMessage: 'Store' },
  rider: { id: 'timeline.by_rider', defaultMessage: 'Rider' },
  support: { id: 'timeline.by_support', defaultMessage: 'Support' },
  system: { id: 'timeline.by_system', defaultMessage: 'Automatic' },
})

type Props = {
  /** The oldest first. */
  moves: readonly { status: string; at: string; by: keyof typeof roles }[]
  words: (status: string) => string
  /** IANA name. */
  timeZone: string
  /** What sells it is called this; default "Store". */
  seller?: Message
  /** Whoever has ordered is called this; default "You". */
  customer?: Message
}

/** All statuses that something has been in, with who set them and when, the newest first (ORD-03). */
export function Moves({ moves, words, timeZone, seller = roles.store, customer = roles.shopper }: Props) {
  const { formatMessage: t } = useIntl()
  const names = { ...roles, store: seller, shopper: customer }
  const clock = useClock(timeZone, dayTime)
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={c.title}>
        <FormattedMessage {...text.title} />
      </h2>
      <ol className={c.moves}>
        {moves.toReversed().map(({ status, at, by }) => (
          <li key={status + at} className={c.move}>
            <span>{words(status)}</span>
            <span className={c.stamp}>
              {t(names[by])} ·{' '}
              <time dateTime={at}>
                <bdi>{clock(at)}</bdi>
              </time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
