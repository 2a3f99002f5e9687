import { useMemo, useSyncExternalStore } from 'react'

/**
 * What this tab remembers over a reload and no longer. Like everything that is
 * stored it may be damaged: readers check it.
 */
export type TabKey =
  'buy-now' | 'person' | 'checkout' | 'placing' | 'social' | 'cart-conflict' | 'way-back' | 'unfinished'

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

/** The value; null for nothing and for damage alike. Not during render: there, useVisit. */
export const readTabValue = (key: TabKey) => parse(readText(key))

/** Stores a value; null removes it. */
export function writeTabValue(key: TabKey, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Without storage a reload starts from the beginning.
  }
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The value as it is now; null while a server renders. */
export function useTabValue(key: TabKey): unknown {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(key),
    () => null,
  )
  return useMemo(() => parse(text), [text])
}
