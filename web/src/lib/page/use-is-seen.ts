import { useSyncExternalStore } from 'react'

/** Whether the tab is in the foreground, and not offline. */
export const useIsSeen = () =>
  useSyncExternalStore(
    (changed) => {
      const over = new AbortController()
      document.addEventListener('visibilitychange', changed, { signal: over.signal })
      addEventListener('online', changed, { signal: over.signal })
      addEventListener('offline', changed, { signal: over.signal })
      return () => over.abort()
    },
    () => document.visibilityState === 'visible' && navigator.onLine,
  )
