/**
 * The only access to local storage (LOC-14). A value may be damaged or old, so readers
 * check it. If the browser refuses storage, nothing is stored.
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
  | 'guest_trips'
  | 'contact'
  | 'last_cart'
  | 'skipped_interests'
  | 'recent_searches'
  | 'push_endpoint'
  | 'store_application'
  | 'rider_application'
  // Of the desk.
  | 'staff_token'
  | 'desk_sound'

const listeners = new Set<() => void>()
let version = 0

function notifyListeners() {
  version++
  listeners.forEach((listener) => listener())
}

/** Increases with every change, so that readers can cache. */
export const storageVersion = () => version

/**
 * The module that this tab first read or last stored. A module that is chosen in another
 * tab applies here only after a reload: a checkout must not change to the cart of another
 * module.
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

/** The parsed value, or null if it is missing or damaged. */
export function readJson(key: StorageKey): unknown {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores several values at once, so that listeners see them together. null removes a value. */
export function write(values: Partial<Record<StorageKey, string | null>>) {
  if (values.module !== undefined) ownModule = values.module
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    // Storage is full or refused: nothing is stored.
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
