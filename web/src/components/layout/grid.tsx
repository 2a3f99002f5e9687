import type { ReactNode } from 'react'
import c from './grid.module.css'

/** Cards in rows: items in 2, 3 or 5 columns, stores in 1, 2 or 4, vehicles in 1, 2 or 3. The children are list items. */
export function Grid({
  of,
  label,
  children,
}: {
  of: 'items' | 'stores' | 'vehicles'
  label?: string
  children: ReactNode
}) {
  return (
    <ul className={c.grid} data-of={of} aria-label={label}>
      {children}
    </ul>
  )
}
