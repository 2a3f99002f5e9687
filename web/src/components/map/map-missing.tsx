import { IconMapOff } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/messages'
import c from './map-view.module.css'

const text = defineMessages({
  missing: {
    id: 'map.missing',
    defaultMessage: 'This device cannot show the map. You can search for the address instead.',
  },
})

export function MapMissing() {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.ground} role="status">
      <p className={c.missing}>
        <IconMapOff size={24} aria-hidden />
        {t(text.missing)}
      </p>
    </div>
  )
}
