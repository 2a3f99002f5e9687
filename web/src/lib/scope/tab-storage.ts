import { useMemo, useSyncExternalStore } from 'react'

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
  | 'cart-conflict'
  | 'way-back'
  | 'unfinished'
  | 'trip-zones'

const nameOf = (key: TabKey) => `hk-${key}`
const listeners = new Set<() => void>()

function readText(key: TabKey): string | null {
  try {
    return sessionStorage.getItem(nameOf(key))
  } catch {
    return null
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The value, or null if it is missing or damaged. While rendering, use useTabValue instead. */
export const readTabValue = (key: TabKey) => parse(readText(key))

/** Stores a value; null removes it. */
export function writeTabValue(key: TabKey, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Without storage the value is lost at a reload.
  }
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
  return useMemo(() => parse(text), [text])
}
