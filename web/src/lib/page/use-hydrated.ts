import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** false while a server renders and while its page is taken over: what only a browser knows is not there yet. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
