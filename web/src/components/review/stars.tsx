import { IconStarFilled } from '@tabler/icons-react'
import c from './stars.module.css'

/** Five stars, filled to the nearest half. Decorative: the number is beside them. */
export function Stars({ value }: { value: number }) {
  const halves = Math.round(value * 2) / 2
  return (
    <span className={c.stars} aria-hidden>
      {[0, 1, 2, 3, 4].map((index) => (
        <span key={index} className={c.star}>
          <IconStarFilled size={16} />
          <span className={c.fill} style={{ inlineSize: `${Math.min(1, Math.max(0, halves - index)) * 100}%` }}>
            <IconStarFilled size={16} />
          </span>
        </span>
      ))}
    </span>
  )
}
