import { useMemo, useSyncExternalStore } from 'react'
import { isPoint, isRecord, type Point } from './guards'
import { onStorageChange, read, readJson, write } from './local-storage'

/** Where a trip went. */
export type Destination = { location: string; point: Point }

const maxDestinations = 5

const isDestination = (value: unknown): value is Destination =>
  isRecord(value) && typeof value.location === 'string' && isPoint(value.point)

/** Returns the last five destinations, the latest first (RNT-12). Must not be called on the server. */
export function readDestinations(): Destination[] {
  const stored = readJson('last_destinations')
  return Array.isArray(stored) ? stored.filter(isDestination).slice(0, maxDestinations) : []
}

/** Stores a destination as the latest. */
export function storeDestination({ location, point }: Destination) {
  const others = readDestinations().filter((other) => other.location !== location)
  write({ last_destinations: JSON.stringify([{ location, point }, ...others].slice(0, maxDestinations)) })
}

/** The last destinations as they are now; none while a server renders. */
export function useDestinations(): Destination[] {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('last_destinations'),
    () => null,
  )
  // The text decides whether they have changed; they are read from it once.
  return useMemo(() => (text === null ? [] : readDestinations()), [text])
}
