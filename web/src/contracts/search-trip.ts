import { useEffect, useSyncExternalStore } from 'react'
import type { Trip } from './rent-vehicle'

let current: Trip | undefined
const listeners = new Set<() => void>()

function set(trip: Trip | undefined) {
  current = trip
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says which trip the current page searches vehicles for, as long as the caller is mounted. It must be memoized. */
export function usePublishSearchTrip(trip: Trip | undefined) {
  useEffect(() => {
    set(trip)
    return () => set(undefined)
  }, [trip])
}

/** The trip of the search on the current page; undefined on others. Changes of a quantity ask about it (RNT-07). */
export const useSearchTrip = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
