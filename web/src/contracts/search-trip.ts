import { useEffect, useSyncExternalStore } from 'react'
import type { Trip } from './rent-vehicle'

/** What changes of a quantity compare with the trip cart. */
type SearchTrip = Pick<Trip, 'type' | 'hours'>

let current: SearchTrip | undefined
const listeners = new Set<() => void>()

function set(trip: SearchTrip | undefined) {
  current = trip
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says which trip the current page searches vehicles for, as long as the caller is mounted. */
export function usePublishSearchTrip(trip: SearchTrip | undefined) {
  const { type, hours } = trip ?? {}
  useEffect(() => {
    set(type && hours ? { type, hours } : undefined)
    return () => set(undefined)
  }, [type, hours])
}

/** The trip of the search on the current page; undefined on others. Changes of a quantity ask about it (RNT-07). */
export const useSearchTrip = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
