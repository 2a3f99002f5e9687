import { IconClockHour4 } from '@tabler/icons-react'
import { useCallback, useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { serverNow } from '@/lib/page/server-clock'
import { defineMessages } from '@/lib/text/messages'
import { useTimes } from '@/lib/text/times'
import c from './countdown.module.css'

const text = defineMessages({
  ends: { id: 'countdown.ends', defaultMessage: 'Ends in {left}' },
  begins: { id: 'countdown.begins', defaultMessage: 'Starts in {left}' },
  endsAt: { id: 'countdown.ends_at', defaultMessage: 'Ends at {time}' },
  beginsAt: { id: 'countdown.begins_at', defaultMessage: 'Starts at {time}' },
  days: { id: 'countdown.days', defaultMessage: '{days}d {clock}' },
})

type Props = {
  /** RFC 3339. */
  at: string
  timeZone: string
  /** What happens then. */
  of: 'end' | 'begin'
}

const weekday = { weekday: 'short', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const

/**
 * How long it is until an offer ends or begins, by the server's clock. The seconds are
 * for the eye alone: a screen reader hears the time once, and not every second.
 */
export function Countdown({ at, timeZone, of }: Props) {
  const left = useSecondsUntil(at)
  const time = useTimes(timeZone)(at, weekday)
  return (
    <span className={c.countdown}>
      <IconClockHour4 size={18} aria-hidden />
      <span className="sr">
        <FormattedMessage {...(of === 'end' ? text.endsAt : text.beginsAt)} values={{ time }} />
      </span>
      <span aria-hidden>
        {left !== undefined && (
          <FormattedMessage
            {...(of === 'end' ? text.ends : text.begins)}
            values={{
              left: (
                <bdi key="left" dir="ltr" className={c.left}>
                  <Left seconds={left} />
                </bdi>
              ),
            }}
          />
        )}
      </span>
    </span>
  )
}

const hour = 3600
const day = 24 * hour
const twoDigits = (n: number) => String(n).padStart(2, '0')

function Left({ seconds }: { seconds: number }) {
  const rest = seconds % day
  const clock = [rest / hour, (rest % hour) / 60, rest % 60].map((part) => twoDigits(Math.floor(part))).join(':')
  if (seconds < day) return clock
  return <FormattedMessage {...text.days} values={{ days: Math.floor(seconds / day), clock }} />
}

/** Whole seconds until then, 0 afterwards; undefined while a server renders. */
function useSecondsUntil(at: string) {
  const subscribe = useCallback((tick: () => void) => {
    // Twice a second: a timer that is late must not skip one.
    const timer = setInterval(tick, 500)
    // A tab in the background has slept.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => Math.max(0, Math.ceil((Date.parse(at) - serverNow()) / 1000)),
    () => undefined,
  )
}
