import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/messages'
import { useScope } from '@/lib/scope'
import c from './zone-bar.module.css'

const LocationDialog = lazy(() => import('./location-dialog'))

const text = defineMessages({
  sentence: {
    id: 'place.bar',
    defaultMessage: 'These are the shops in the middle of town. To see yours, {button}.',
  },
  button: { id: 'place.bar_button', defaultMessage: 'choose where you are' },
})

/** Says whose shops are shown before a place is chosen, and lets one choose (D26). */
export function ZoneBar() {
  const { zoneIds } = useScope()
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  if (zoneIds.length > 0) return null
  const button = (
    <button type="button" className={c.button} aria-haspopup="dialog" onClick={() => setDialog('open')}>
      <FormattedMessage {...text.button} />
    </button>
  )
  return (
    <div className={c.bar}>
      <p className={c.row}>
        <IconMapPin size={20} aria-hidden />
        <span>
          <FormattedMessage {...text.sentence} values={{ button }} />
        </span>
      </p>
      {dialog !== 'never' && (
        <Suspense>
          <LocationDialog opened={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </div>
  )
}
