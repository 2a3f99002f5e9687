import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useNow } from '@/lib/text/use-now'
import { BusyButton } from '@/components/form/busy-button'
import c from './resend.module.css'

const text = defineMessages({
  wait: { id: 'resend.wait', defaultMessage: 'Resend in {time}' },
  resend: { id: 'resend.resend', defaultMessage: 'Resend' },
})

const wait = 60 // s before a code can be requested again (AUTH-04)

/** A time in which no code can be requested: its beginning in Unix milliseconds, and its length. */
type Pause = { since: number; seconds: number }

/** Returns the pause before another code, and a function that begins a new one. */
export function useResendPause(first = wait) {
  const begin = (seconds: number): Pause => ({ since: Date.now(), seconds })
  const [pause, setPause] = useState(() => begin(first))
  return [pause, (seconds = wait) => setPause(begin(seconds))] as const
}

type Props = {
  pause: Pause
  busy: boolean
  onResend: () => void
  /** Whether it stands in a field, where it is smaller. */
  isInField?: boolean
  /** What it says after the pause, if that is not "Resend". */
  children?: ReactNode
}

/** A button that requests another code, after a countdown. */
export function Resend({ pause: { since, seconds }, busy, onResend, isInField, children }: Props) {
  const now = useNow(1000) ?? since
  const left = Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - since) / 1000)))
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <BusyButton
      variant="subtle"
      className={c.resend}
      {...(isInField && { h: 44, px: 12 })}
      disabled={left > 0}
      busy={busy}
      onClick={onResend}
    >
      {/* One element: Mantine's row would remove the space between text and time. */}
      <span>
        {left > 0 ? (
          <FormattedMessage {...text.wait} values={{ time: <bdi className="num">{time}</bdi> }} />
        ) : (
          (children ?? <FormattedMessage {...text.resend} />)
        )}
      </span>
    </BusyButton>
  )
}
