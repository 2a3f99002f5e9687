import { createContext, use, useSyncExternalStore } from 'react'
import { isId, isPoint, isRecord, parseJson, type Point } from './guards'
import { defaultLanguage, directionOf, isSpoken } from '@/lib/text/languages'
import { onStorageChange, read, readJson, readStored, storageVersion, write } from './local-storage'

export type ModuleType = 'food' | 'grocery' | 'pharmacy' | 'ecommerce' | 'parcel' | 'rental'

/** The stored part; the rest is in the server's list of modules. */
type StoredModule = { id: number; module_type: ModuleType; module_name: string }

/**
 * The place, module, language and shopper of the page. All of it comes from local storage
 * (LOC-14). The server never trusts it for a price or for ownership.
 */
export type Scope = {
  /** Every zone of the place, the winner first; empty before a place is chosen (D26). */
  zoneIds: readonly number[]
  /** undefined before a module is chosen. */
  module: StoredModule | undefined
  point: Point | undefined
  /** The address of the place, empty before one is chosen. */
  location: string
  language: string
  guestId: string | undefined
  /** Whether there is a token. The token itself is only in this file and in requests. */
  signedIn: boolean
  /** Part of a call's key, so that one zone's prices are never shown in another. */
  headers: { zoneid?: string; moduleId?: string; 'X-localization': string }
  /** The guest id, for the guest's calls, else empty. It is a header, so that no URL contains the secret. */
  guest: { 'X-Guest-Id'?: string }
}

/** The part of the scope that the calls of a page send as headers. */
export type ScopeHeaders = Pick<Scope, 'headers'>

const moduleTypes: readonly string[] = ['food', 'grocery', 'pharmacy', 'ecommerce', 'parcel', 'rental']

function moduleFrom(text: string | null): StoredModule | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || !isId(value.id) || !moduleTypes.includes(value.module_type as string)) return undefined
  const name = typeof value.module_name === 'string' ? value.module_name : ''
  return { id: value.id, module_type: value.module_type as ModuleType, module_name: name }
}

/** The stored list of zones, or the single zone. */
function storedZones(): number[] {
  for (const value of [readJson('zone_ids'), readJson('zoneid')]) {
    const ids = (Array.isArray(value) ? value : [value]).filter(isId).slice(0, 16)
    if (ids.length > 0) return ids
  }
  return []
}

function storedPoint(): Point | undefined {
  const value = readJson('currentLatLng')
  return isPoint(value) ? { lat: value.lat, lng: value.lng } : undefined
}

function languageFrom(language: string | null) {
  return language !== null && isSpoken(language) ? language : defaultLanguage()
}

/** Secrets are sent as headers, so a value with any other character counts as damaged. */
function storedSecret(key: 'token' | 'guest_id') {
  const value = read(key)
  return value !== null && /^[\w.~+/=|:-]{16,4096}$/.test(value) ? value : undefined
}

/** The bearer token, only for requests. */
export const bearerToken = () => storedSecret('token')

let session: { token: string | undefined; number: number } = { token: undefined, number: 0 }

/** A number that changes with the token. It identifies the owner of a response without the secret. */
export function sessionNumber() {
  const token = bearerToken()
  if (token !== session.token) session = { token, number: session.number + 1 }
  return session.number
}

export function scopeOf(stored: Omit<Scope, 'headers' | 'guest'>): Scope {
  const headers: Scope['headers'] = { 'X-localization': stored.language }
  if (stored.zoneIds.length > 0) headers.zoneid = JSON.stringify(stored.zoneIds)
  if (stored.module) headers.moduleId = String(stored.module.id)
  const guest = stored.guestId && !stored.signedIn ? { 'X-Guest-Id': stored.guestId } : {}
  return { ...stored, headers, guest }
}

function readScope(): Scope {
  return scopeOf({
    zoneIds: storedZones(),
    module: moduleFrom(read('module')),
    point: storedPoint(),
    location: (read('location') ?? '').slice(0, 500),
    language: languageFrom(read('language-setting')),
    guestId: storedSecret('guest_id'),
    signedIn: bearerToken() !== undefined,
  })
}

/** The scope of a server without a cookie. */
export const emptyScope = scopeOf({
  zoneIds: [],
  module: undefined,
  point: undefined,
  location: '',
  language: 'en',
  guestId: undefined,
  signedIn: false,
})

// Cached until a value changes, because hooks need the same object for the same state.
let cached: { scope: Scope; version: number } | undefined

/** The current scope. While rendering, use useScope instead. */
export function currentScope(): Scope {
  if (cached?.version !== storageVersion()) {
    const [before, scope] = [cached?.scope, readScope()]
    // If the changed value is not part of the scope, nothing needs to render again.
    const isSame = JSON.stringify(before) === JSON.stringify(scope)
    cached = { scope: before && isSame ? before : scope, version: storageVersion() }
  }
  return cached.scope
}

/** The scope after a reload: with the module and the language that were last chosen in any tab. */
export const scopeOfReload = (): Scope => ({
  ...currentScope(),
  module: moduleFrom(readStored('module')),
  language: languageFrom(readStored('language-setting')),
})

/** The headers of a shopper's call: zone, module, language and guest. They are part of the query's key. */
export const shopperHeaders = ({ headers, guest }: Scope) => ({ headers: { ...headers, ...guest } })

/** The current scope, but with the headers of a call that was made before. Its key is that call's. */
export const scopeOfCall = (headers: Scope['headers']): Scope => ({ ...currentScope(), headers })

/** The current scope, but in the module of a call that was made before. */
export const scopeOfModule = (moduleId: string | undefined) => scopeOfCall({ ...currentScope().headers, moduleId })

/** Calls the listener after a change of the scope. Returns an unsubscribe function. */
export const onScopeChange = onStorageChange

/** The scope with which the server rendered the page. */
export const RenderedScope = createContext(emptyScope)

/** The current scope. On the server and during hydration it is the server's. */
export function useScope(): Scope {
  const rendered = use(RenderedScope)
  return useSyncExternalStore(onScopeChange, currentScope, () => rendered)
}

export type Place = { location: string; point: Point; zoneIds: readonly number[] }

/** Stores a chosen place (LOC-02), unless it is in no zone. */
export function choosePlace({ location, point, zoneIds }: Place) {
  write({
    location,
    currentLatLng: JSON.stringify(point),
    zoneid: JSON.stringify(zoneIds[0]),
    zone_ids: zoneIds.length > 1 ? JSON.stringify(zoneIds) : null,
  })
}

/** Removes a place that is in no zone any more. */
export const removePlace = () => write({ location: null, currentLatLng: null, zoneid: null, zone_ids: null })

/** Stores a chosen module (LOC-08). */
export function chooseModule({ id, module_type, module_name }: StoredModule) {
  write({ module: JSON.stringify({ id, module_type, module_name }) })
}

/** Stores language, country and direction (I18N-01). The page reloads afterwards. */
export function chooseLanguage(language: string, country: string) {
  const settings = readJson('settings')
  write({
    'language-setting': language,
    country,
    settings: JSON.stringify({ ...(isRecord(settings) ? settings : {}), direction: directionOf(language) }),
  })
}

export const storeGuestId = (guestId: string | null) => write({ guest_id: guestId })

/** Removes an invalid token. A begun checkout stays, so that the same customer can continue (D10). */
export const removeToken = () => write({ token: null })
