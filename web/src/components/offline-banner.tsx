import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './offline-banner.module.css'

const text = defineMessages({
  offline: { id: 'offline_banner.offline', defaultMessage: 'You are offline. What you see may be out of date.' },
})

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Shown while there is no network. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className={c.banner}>
          <IconWifiOff size={18} aria-hidden />
          <FormattedMessage {...text.offline} />
        </p>
      )}
    </div>
  )
}
