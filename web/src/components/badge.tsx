import type { ReactNode } from 'react'
import c from './badge.module.css'

type Props = {
  /** deal: a discount · soft: a good quality · glass: over pictures · fresh: new · inverse: important · quiet: a hint */
  tone: 'deal' | 'deal-soft' | 'soft' | 'glass' | 'fresh' | 'inverse' | 'quiet'
  /** 16 px, decorative: the text has the meaning. */
  icon?: ReactNode
  children: ReactNode
}

export function Badge({ tone, icon, children }: Props) {
  return (
    <span className={c.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
