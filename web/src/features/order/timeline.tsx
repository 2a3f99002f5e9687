import { FormattedMessage, useIntl } from 'react-intl'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { statusMessage } from './status'
import c from './timeline.module.css'

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

/** All statuses of the order with who set them and when, the newest first (ORD-03). */
export function Timeline({ tracking, moduleType }: { tracking: TrackingView; moduleType?: string }) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(tracking.time_zone, dayTime)
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={c.title}>
        <FormattedMessage {...text.title} />
      </h2>
      <ol className={c.moves}>
        {tracking.timeline.toReversed().map(({ status, at, by }) => (
          <li key={status + at} className={c.move}>
            <span>{t(statusMessage({ ...tracking, order_status: status }, moduleType))}</span>
            <span className={c.stamp}>
              {t(roles[by])} ·{' '}
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
