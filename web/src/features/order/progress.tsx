import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { StepBar } from '@/components/step-bar'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { Reconnecting } from './reconnecting'
import { isFinished, orderSteps, statusMessage } from './status'
import { TimeRange } from './times'
import c from './progress.module.css'

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

/** The status of an order as text, time and bar. Screen readers read changes. */
export function Progress({ tracking, moduleType, isLive, kicker }: Props) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(tracking.time_zone, dayTime)
  const headline = t(statusMessage(tracking, moduleType))
  usePageTitle(headline)
  const steps = orderSteps(tracking, moduleType).map(({ key, message, statuses }) => {
    const move = tracking.timeline.find(({ status }) => statuses.includes(status))
    return { key, label: t(message), time: move && <bdi>{clock(move.at)}</bdi> }
  })
  // At the last step the order is finished, so no step is current.
  const current = tracking.step === steps.length - 1 ? steps.length : tracking.step
  return (
    <div className={c.progress}>
      <div>
        <p className={c.kicker}>{kicker}</p>
        <div role="status">
          <h1 className={c.title}>{headline}</h1>
          <TimeRange tracking={tracking} />
        </div>
      </div>
      {tracking.step >= 0 && <StepBar label={t(text.steps)} steps={steps} current={current} />}
      <Reconnecting isLive={isLive || isFinished(tracking)} />
    </div>
  )
}
