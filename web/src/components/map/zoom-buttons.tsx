import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { zoom } from './zoom'
import c from './zoom-buttons.module.css'

const text = defineMessages({
  closer: { id: 'map.zoom_in', defaultMessage: 'Zoom in' },
  farther: { id: 'map.zoom_out', defaultMessage: 'Zoom out' },
})

type Props = {
  /** The current zoom level. */
  level: number
  onZoom: (level: number) => void
}

/** Zooms in or out to the next whole level, from 1 to 21 (MAP-01). */
export function ZoomButtons({ level, onZoom }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.buttons}>
      <button
        type="button"
        aria-label={t(text.closer)}
        disabled={level >= zoom.max}
        onClick={() => onZoom(Math.min(Math.floor(level) + 1, zoom.max))}
      >
        <IconPlus size={20} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t(text.farther)}
        disabled={level <= zoom.min}
        onClick={() => onZoom(Math.max(Math.ceil(level) - 1, zoom.min))}
      >
        <IconMinus size={20} aria-hidden />
      </button>
    </div>
  )
}
