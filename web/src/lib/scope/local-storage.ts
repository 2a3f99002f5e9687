import { parseJson } from './guards'
import { readFrom, writeTo } from './safe-storage'

/** The only access to local storage (LOC-14). A value may be damaged or old, so readers check it. */
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
  | 'cart_conflict'
  | 'skipped_interests'
  | 'recent_searches'
  | 'push_endpoint'
  | 'store_application'
  | 'rider_application'
  // Of the desk.
  | 'staff_token'
  | 'desk_sound'

const local = () => localStorage
const listeners = new Set<() => void>()
let version = 0

function notifyListeners() {
  version++
  listeners.forEach((listener) => listener())
}

/** Increases with every change, so that readers can cache. */
export const storageVersion = () => version

/**
 * The module and the language that this tab first read or last stored. What is chosen in another
 * tab applies here only after a reload: a checkout must not change to the cart of another module,
 * and a page must not be in two languages. undefined: not read yet.
 */
const own: Record<'module' | 'language-setting', string | null | undefined> = {
  module: undefined,
  'language-setting': undefined,
}

export function read(key: StorageKey): string | null {
  const stored = readFrom(local, key)
  if (key === 'module') return (own[key] = stored && (own[key] ?? stored))
  // Also while none is stored, because the page is in the default language then.
  if (key === 'language-setting') return (own[key] = stored && (own[key] === undefined ? stored : own[key]))
  return stored
}

/** What a reload reads, also if another tab has stored it. */
export const readStored = (key: StorageKey) => readFrom(local, key)

/** The parsed value, or null if it is missing or damaged. */
export const readJson = (key: StorageKey) => parseJson(read(key))

/** Stores several values at once, so that listeners see them together. null removes a value. */
export function write(values: Partial<Record<StorageKey, string | null>>) {
  if (values.module !== undefined) own.module = values.module
  if (values['language-setting'] !== undefined) own['language-setting'] = values['language-setting']
  for (const [key, value] of Object.entries(values)) writeTo(local, key, value)
  notifyListeners()
}

/**
 * A page that comes back from the back/forward cache was told of no change, such as a sign-out on the
 * page that was open meanwhile. As after a reload it takes over everything; only a new language needs one.
 */
function checkRestored({ persisted }: PageTransitionEvent) {
  if (!persisted) return
  const language = own['language-setting']
  if (language !== undefined && language !== readFrom(local, 'language-setting')) location.reload()
  own.module = undefined
  notifyListeners()
}

/** Calls the listener after changes by this tab and by others. Returns an unsubscribe function. */
export function onStorageChange(listener: () => void) {
  if (listeners.size === 0) {
    addEventListener('storage', notifyListeners)
    addEventListener('pageshow', checkRestored)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', notifyListeners)
    removeEventListener('pageshow', checkRestored)
  }
}
