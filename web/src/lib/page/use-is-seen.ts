import { useSyncExternalStore } from 'react'

/** Whether the tab is in the foreground. */
export const useIsSeen = () =>
  useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
  )
