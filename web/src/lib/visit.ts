import { useMemo, useSyncExternalStore } from 'react'

/**
 * What this tab remembers over a reload and no longer. Like everything that is
 * stored it may be damaged: readers check it.
 */
export type VisitKey = 'person' | 'checkout' | 'placing' | 'social' | 'cart-conflict' | 'way-back' | 'unfinished'

const nameOf = (key: VisitKey) => `hk-${key}`
const listeners = new Set<() => void>()

function raw(key: VisitKey): string | null {
  try {
    return sessionStorage.getItem(nameOf(key))
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The value; null for nothing and for damage alike. Not during render: there, useVisit. */
export const readVisit = (key: VisitKey) => parsed(raw(key))

/** Remembers a value; null forgets it. */
export function writeVisit(key: VisitKey, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Without storage a reload starts anew.
  }
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The value as it is now; null while a server renders. */
export function useVisit(key: VisitKey): unknown {
  const text = useSyncExternalStore(
    subscribe,
    () => raw(key),
    () => null,
  )
  return useMemo(() => parsed(text), [text])
}
