import { IconMotorbike } from '@tabler/icons-react'
import type { MapPin } from './shapes'
import c from './pin.module.css'

type Props = {
  kind: MapPin['kind']
  /** Empty for the pin in the middle, whose place is shown beside the map. */
  label?: string
}

/** A pin whose tip is at the place. */
export function Pin({ kind, label }: Props) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span className={c.pin} data-kind={kind} {...spoken}>
      <svg viewBox="0 0 36 46" width="36" height="46">
        <path d="M18 45C9 33 2 26.5 2 17.5a16 16 0 0 1 32 0C34 26.5 27 33 18 45Z" />
        {kind !== 'rider' && <circle cx="18" cy="17.5" r="6" />}
      </svg>
      {kind === 'rider' && <IconMotorbike className={c.rider} size={20} />}
    </span>
  )
}
