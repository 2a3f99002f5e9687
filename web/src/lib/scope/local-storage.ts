/**
 * The only access to local storage (LOC-14). A value may be damaged, old or
 * somebody else's, so readers check it. Where the browser refuses storage,
 * nothing is ever stored.
 */
export type StorageKey =
  | 'token'
  | 'customer'
  | 'guest_id'
  | 'module'
  | 'location'
  | 'currentLatLng'
  | 'zoneid'
  | 'zone_ids'
  | 'language-setting'
  | 'country'
  | 'settings'
  | 'userDatafor'
  | 'last_destinations'
  | 'guest_orders'
  | 'contact'
  | 'last_cart'
  | 'skipped_interests'

const listeners = new Set<() => void>()
let version = 0

function notifyListeners() {
  version++
  listeners.forEach((listener) => listener())
}

/** Grows with every change, so that readers can cache. */
export const storageVersion = () => version

/**
 * The module as this tab first read it or last stored it. One that is chosen in
 * another tab holds there, and here after a reload: the cart of a checkout must
 * not become another module's while somebody stands at it.
 */
let ownModule: string | null = null

export function read(key: StorageKey): string | null {
  const stored = readStored(key)
  if (key !== 'module') return stored
  ownModule = stored === null ? null : (ownModule ?? stored)
  return ownModule
}

function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The parsed value; null for nothing and for damage alike. */
export function readJson(key: StorageKey): unknown {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores several at once, so that listeners see them together; null removes. */
export function write(values: Partial<Record<StorageKey, string | null>>) {
  if (values.module !== undefined) ownModule = values.module
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    // Storage is full or refused: this visit goes on without remembering.
  }
  notifyListeners()
}

/** Calls the listener after changes by this tab and by others. Returns an unsubscribe function. */
export function onStorageChange(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', notifyListeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', notifyListeners)
  }
}
