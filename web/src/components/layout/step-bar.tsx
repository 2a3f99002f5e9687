import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './step-bar.module.css'

export type Step = {
  key: string
  label: ReactNode
  /** When it was reached, formatted. */
  time?: ReactNode
}

type Props = {
  /** The accessible name of the list. */
  label: string
  steps: readonly Step[]
  /** The index of the current step. Earlier steps are done; at steps.length all of them are. */
  current: number
}

/** The progress of an order as a bar of steps. */
export function StepBar({ label, steps, current }: Props) {
  return (
    <ol className={c.bar} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className={c.step}
          data-state={index < current ? 'done' : index === current ? 'now' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={c.dot} aria-hidden>
            {index < current && <IconCheck size={16} stroke={3} />}
          </span>
          <span className={c.label}>
            <bdi>{step.label}</bdi>
          </span>
          {step.time && <span className={c.time}>{step.time}</span>}
        </li>
      ))}
    </ol>
  )
}
