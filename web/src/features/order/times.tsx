import { FormattedMessage } from 'react-intl'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useNow } from '@/lib/text/use-now'
import { dayTime } from '@/lib/text/time-formats'
import { useClock, usePlanClock, useTimes } from '@/lib/text/times'
import c from './times.module.css'

const text = defineMessages({
  arrives: { id: 'times.arrives', defaultMessage: 'Arrives {from} – {to}' },
  ready: { id: 'times.ready', defaultMessage: 'Ready {from} – {to}' },
  soon: { id: 'times.soon', defaultMessage: 'Any minute now' },
})

const minute = 60_000
const halfADay = 12 * 60 * minute

/** The estimated time; empty once the order is finished. */
export function TimeRange({
  tracking: { estimated_from, estimated_to, order_status, order_type, time_zone },
}: {
  tracking: TrackingView
}) {
  const write = useTimes(time_zone)
  const clock = useClock(time_zone, dayTime)
  const planClock = usePlanClock(time_zone, dayTime)
  const now = useNow(minute)
  if (!estimated_from || !estimated_to) return null
  const from = order_status === 'scheduled' ? planClock(estimated_from) : clock(estimated_from)
  // A range of hours has its date once.
  const isShort = Date.parse(estimated_to) - Date.parse(estimated_from) < halfADay
  const isPast = (time: string) => now !== undefined && Date.parse(time) < now
  // Without a rider by now, a parcel will not arrive then. The next state says when it will.
  if (order_type === 'parcel' && order_status === 'pending' && isPast(estimated_from)) return null
  const between = order_type === 'take_away' ? text.ready : text.arrives
  return (
    <p className={c.range}>
      {isPast(estimated_to) ? (
        <FormattedMessage {...text.soon} />
      ) : (
        <FormattedMessage
          {...between}
          values={{
            from: <bdi key="from">{from}</bdi>,
            to: <bdi key="to">{isShort ? write(estimated_to) : clock(estimated_to)}</bdi>,
          }}
        />
      )}
    </p>
  )
}
