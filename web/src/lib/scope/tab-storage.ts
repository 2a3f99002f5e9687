import { useMemo, useSyncExternalStore } from 'react'
import { parseJson } from './guards'
import { readFrom, writeTo } from './safe-storage'

/**
 * Values that this tab keeps over a reload, but not longer. A value may be damaged, so
 * readers check it.
 */
export type TabKey =
  | 'buy-now'
  | 'person'
  | 'checkout'
  | 'placing'
  | 'trip-checkout'
  | 'placing-trip'
  | 'parcel-checkout'
  | 'placing-parcel'
  | 'payment'
  | 'social'
  | 'way-back'
  | 'referral'
  | 'unfinished'
  | 'trip-zones'

const nameOf = (key: TabKey) => `hk-${key}`
const session = () => sessionStorage
const listeners = new Set<() => void>()

const readText = (key: TabKey) => readFrom(session, nameOf(key))

/** The value, or null if it is missing or damaged. While rendering, use useTabValue instead. */
export const readTabValue = (key: TabKey) => parseJson(readText(key))

/** Stores a value; null removes it. */
export function writeTabValue(key: TabKey, value: unknown) {
  writeTo(session, nameOf(key), value === null ? null : JSON.stringify(value))
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current value; null on the server. */
export function useTabValue(key: TabKey): unknown {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(key),
    () => null,
  )
  return useMemo(() => parseJson(text), [text])
}
