import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useIsRental } from '@/lib/scope/shop'
import c from './zone-bar.module.css'

const LocationDialog = lazyOverlay(() => import('./location-dialog'))

const text = defineMessages({
  sentence: {
    id: 'place.bar',
    defaultMessage: 'These are the shops in the middle of town. To see yours, {button}.',
  },
  rental: {
    id: 'place.bar_rental',
    defaultMessage: 'These are the vehicles in the middle of town. To see those near you, {button}.',
  },
  button: { id: 'place.bar_button', defaultMessage: 'choose where you are' },
})

/**
 * Shown before a place is chosen: says that the shops are those in the middle of town, and has a button to choose a
 * place (D26).
 */
export function ZoneBar() {
  const { zoneIds } = useScope()
  const isRental = useIsRental()
  const [dialog, setDialog] = useState(false)
  if (zoneIds.length > 0) return null
  const button = (
    <button type="button" className={c.button} aria-haspopup="dialog" onClick={() => setDialog(true)}>
      <FormattedMessage {...text.button} />
    </button>
  )
  return (
    <div className={c.bar}>
      <p className={c.row}>
        <IconMapPin size={20} aria-hidden />
        <span>
          <FormattedMessage {...(isRental ? text.rental : text.sentence)} values={{ button }} />
        </span>
      </p>
      <LocationDialog opened={dialog} onClose={() => setDialog(false)} />
    </div>
  )
}
