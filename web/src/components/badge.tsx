import type { ReactNode } from 'react'
import c from './badge.module.css'

type Props = {
  /** deal: a reduction · soft: a good quality · glass: over pictures · fresh: new · inverse: must be noticed · quiet: a hint */
  tone: 'deal' | 'deal-soft' | 'soft' | 'glass' | 'fresh' | 'inverse' | 'quiet'
  /** 16 px, decorative: the words say it. */
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
