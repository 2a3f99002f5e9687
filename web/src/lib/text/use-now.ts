import { useCallback, useSyncExternalStore } from 'react'

/**
 * The time in Unix milliseconds, in steps of every ms. undefined on the server and during
 * hydration, because the clocks of server and browser differ.
 */
export function useNow(every: number): number | undefined {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, every)
      return () => clearInterval(timer)
    },
    [every],
  )
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / every) * every,
    () => undefined,
  )
}
