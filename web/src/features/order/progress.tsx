import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ProgressHead } from '@/components/purchase/progress-head'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { isFinished, orderSteps, statusMessage } from './status'
import { TimeRange } from './times'

const text = defineMessages({
  steps: { id: 'progress.steps', defaultMessage: 'How far your order is' },
})

type Props = {
  tracking: TrackingView
  /** Selects the texts; undefined if it is unknown. */
  moduleType?: string
  isLive: boolean
  /** The text above the headline that names the order. */
  kicker: ReactNode
}

/** The status of an order, its expected time and its five steps. */
export function Progress({ tracking, moduleType, isLive, kicker }: Props) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(tracking.time_zone, dayTime)
  const { timeline } = tracking
  // When its rider leaves, a parcel waits again; earlier steps no longer count.
  const sinceWaiting = timeline.slice(
    Math.max(
      0,
      timeline.findLastIndex(({ status }) => status === 'pending'),
    ),
  )
  const steps = orderSteps(tracking, moduleType).map(({ key, message, statuses }, nth) => {
    const move = (nth === 0 ? timeline : sinceWaiting).find(({ status }) => statuses.includes(status))
    return { key, label: t(message), time: move && <bdi>{clock(move.at)}</bdi> }
  })
  // At the last step the order is finished, so no step is current.
  const current = tracking.step === steps.length - 1 ? steps.length : tracking.step
  return (
    <ProgressHead
      kicker={kicker}
      headline={t(statusMessage(tracking, moduleType))}
      time={<TimeRange tracking={tracking} />}
      bar={tracking.step >= 0 ? { label: t(text.steps), steps, current } : undefined}
      isLive={isLive || isFinished(tracking)}
    />
  )
}
