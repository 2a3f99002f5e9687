import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** false on the server and during hydration, when values that only the browser has are missing. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
