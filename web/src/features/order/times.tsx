import { FormattedMessage, useIntl } from 'react-intl'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/messages'
import { useNow } from '@/lib/now'
import { useShop } from '@/lib/shop'
import c from './progress.module.css'

const text = defineMessages({
  arrives: { id: 'times.arrives', defaultMessage: 'Arrives {from} – {to}' },
  ready: { id: 'times.ready', defaultMessage: 'Ready {from} – {to}' },
  soon: { id: 'times.soon', defaultMessage: 'Any minute now' },
})

const minute = 60_000
const withinADay = 20 * 60 * minute // beyond this a bare time of day could be tomorrow's

/** Writes times of day in the shop's time zone, with the day where it is not today's. */
export function useClock() {
  const intl = useIntl()
  const { time_zone: timeZone } = useShop()
  const now = useNow(minute)
  return (at: string) => {
    const isFar = now !== undefined && Math.abs(Date.parse(at) - now) > withinADay
    const day = isFar ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : undefined
    return intl.formatDate(at, { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', ...day })
  }
}

/** When the order should be there; nothing once it is over. */
export function TimeRange({ tracking: { estimated_from, estimated_to, order_type } }: { tracking: TrackingView }) {
  const clock = useClock()
  const now = useNow(minute)
  if (!estimated_from || !estimated_to) return null
  const isLate = now !== undefined && Date.parse(estimated_to) < now
  const between = order_type === 'take_away' ? text.ready : text.arrives
  return (
    <p className={c.range}>
      {isLate ? (
        <FormattedMessage {...text.soon} />
      ) : (
        <FormattedMessage
          {...between}
          values={{
            from: <bdi key="from">{clock(estimated_from)}</bdi>,
            to: <bdi key="to">{clock(estimated_to)}</bdi>,
          }}
        />
      )}
    </p>
  )
}
