import type { ComponentProps, ReactNode } from 'react'
import { usePageTitle } from '@/lib/page/page-title'
import { Reconnecting } from '@/components/loading/reconnecting'
import { StepBar } from '@/components/layout/step-bar'
import c from './progress-head.module.css'

type Props = {
  /** The text above the headline that names the order or trip. */
  kicker: ReactNode
  /** The status of the order or trip; also the page's title. */
  headline: string
  /** When it is expected. */
  time?: ReactNode
  /** undefined: it ended before its last step. */
  bar: ComponentProps<typeof StepBar> | undefined
  isLive: boolean
}

/** The status of an order or trip as text, time and bar. Screen readers read changes. */
export function ProgressHead({ kicker, headline, time, bar, isLive }: Props) {
  usePageTitle(headline)
  return (
    <div className={c.progress}>
      <div>
        <p className={c.kicker}>{kicker}</p>
        <div role="status">
          <h1 className={c.title}>{headline}</h1>
          {time}
        </div>
      </div>
      {bar && <StepBar {...bar} />}
      <Reconnecting isLive={isLive} />
    </div>
  )
}
