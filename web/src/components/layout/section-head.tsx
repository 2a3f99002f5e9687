import type { ReactNode } from 'react'
import c from './section-head.module.css'

type Props = {
  /** For the section's aria-labelledby. */
  id?: string
  title: ReactNode
  /** Beside the title, such as a countdown. */
  aside?: ReactNode
  /** At the end: a link to all, arrows. */
  action?: ReactNode
}

export function SectionHead({ id, title, aside, action }: Props) {
  return (
    <header className={c.head}>
      <h2 id={id}>
        <bdi>{title}</bdi>
      </h2>
      {aside}
      {action && <div className={c.action}>{action}</div>}
    </header>
  )
}
