import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './offline-banner.module.css'

const text = defineMessages({
  offline: { id: 'offline_banner.offline', defaultMessage: 'You are offline. What you see may be out of date.' },
})

/** Shown while there is no network. A machine without any may have the shop on itself, so the server is asked. */
export function OfflineBanner() {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const check = () => {
      if (navigator.onLine) setLost(false)
      else void isAlive().then((isReached) => !left.signal.aborted && setLost(!isReached && !navigator.onLine))
    }
    check()
    addEventListener('online', check, { signal: left.signal })
    addEventListener('offline', check, { signal: left.signal })
    return () => left.abort()
  }, [])
  return (
    <div role="status">
      {isLost && (
        <p className={c.banner}>
          <IconWifiOff size={18} aria-hidden />
          <FormattedMessage {...text.offline} />
        </p>
      )}
    </div>
  )
}

const isAlive = () =>
  fetch('/healthz')
    .then((response) => response.text())
    .then(
      () => true,
      () => false,
    )
