import { useSyncExternalStore } from 'react'

function onHashChange(changed: () => void) {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** Returns the hash of the URL without its #; undefined on the server, to which it is not sent. */
export const useHash = () =>
  useSyncExternalStore(
    onHashChange,
    () => window.location.hash.replace(/^#/, ''),
    () => undefined,
  )
