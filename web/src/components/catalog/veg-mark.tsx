import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './veg-mark.module.css'

const text = defineMessages({
  veg: { id: 'veg_mark.veg', defaultMessage: 'Vegetarian' },
  nonVeg: { id: 'veg_mark.non_veg', defaultMessage: 'Not vegetarian' },
})

/** The framed dot or triangle that shows whether a dish has meat (BRW-06). */
export function VegMark({ veg }: { veg: boolean }) {
  const { formatMessage: t } = useIntl()
  return (
    <svg className={c.mark} data-veg={veg} viewBox="0 0 16 16" role="img" aria-label={t(veg ? text.veg : text.nonVeg)}>
      <rect x="1" y="1" width="14" height="14" rx="3" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {veg ? <circle cx="8" cy="8" r="3.5" fill="currentColor" /> : <path d="M8 4l4 7.2H4z" fill="currentColor" />}
    </svg>
  )
}
