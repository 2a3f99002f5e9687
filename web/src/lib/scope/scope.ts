import { createContext, use, useSyncExternalStore } from 'react'
import { isId, isPoint, isRecord, type Point } from './guards'
import { directionOf, isSpoken } from '@/lib/text/languages'
import { onStorageChange, read, readJson, storageVersion, write } from './local-storage'

export type ModuleType = 'food' | 'grocery' | 'pharmacy' | 'ecommerce' | 'parcel' | 'rental'

/** As stored; the server's list of modules says the rest. */
type StoredModule = { id: number; module_type: ModuleType; module_name: string }

/**
 * Where, what, in which language and as whom the page shops. All of it comes
 * from local storage (LOC-14), and none of it is trusted by the server for a
 * price or for ownership.
 */
export type Scope = {
  /** Every zone of the place, the winner first; empty before a place is chosen (D26). */
  zoneIds: readonly number[]
  /** undefined before a module is chosen. */
  module: StoredModule | undefined
  point: Point | undefined
  /** Address text of the place, empty before one is chosen. */
  location: string
  language: string
  guestId: string | undefined
  /** Whether there is a token; the token itself never leaves this file and the request. */
  signedIn: boolean
  /** What a call's key carries: one zone's prices never show in another. */
  headers: { zoneid?: string; moduleId?: string; 'X-localization': string }
  /** Who the guest is, for their own calls, else empty: a secret is in no URL. */
  guest: { 'X-Guest-Id'?: string }
}

/** What is shown before a module is chosen (LOC-06): food. */
export const defaultModuleId = 10

const moduleTypes: readonly string[] = ['food', 'grocery', 'pharmacy', 'ecommerce', 'parcel', 'rental']

function storedModule(): StoredModule | undefined {
  const value = readJson('module')
  if (!isRecord(value) || !isId(value.id) || !moduleTypes.includes(value.module_type as string)) return undefined
  const name = typeof value.module_name === 'string' ? value.module_name : ''
  return { id: value.id, module_type: value.module_type as ModuleType, module_name: name }
}

/** The list where there are several zones, else the one. */
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

function storedLanguage() {
  const language = read('language-setting')
  return language !== null && isSpoken(language) ? language : 'en'
}

/** Secrets go into headers: anything but the letters that secrets are made of is damage. */
function storedSecret(key: 'token' | 'guest_id') {
  const value = read(key)
  return value !== null && /^[\w.~+/=|:-]{16,4096}$/.test(value) ? value : undefined
}

/** The bearer token; for requests alone. */
export const bearerToken = () => storedSecret('token')

let session: { token: string | undefined; number: number } = { token: undefined, number: 0 }

/** Another number for another token: whose answers these are, without the secret. */
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
    module: storedModule(),
    point: storedPoint(),
    location: (read('location') ?? '').slice(0, 500),
    language: storedLanguage(),
    guestId: storedSecret('guest_id'),
    signedIn: bearerToken() !== undefined,
  })
}

/** What a server that has no cookie knows: nothing, in English. */
export const emptyScope = scopeOf({
  zoneIds: [],
  module: undefined,
  point: undefined,
  location: '',
  language: 'en',
  guestId: undefined,
  signedIn: false,
})

// Kept until something is stored: hooks need the same object for the same state.
let cached: { scope: Scope; version: number } | undefined

/** The scope in force. Not during render: there, useScope. */
export function currentScope(): Scope {
  if (cached?.version !== storageVersion()) {
    const [before, scope] = [cached?.scope, readScope()]
    // The stored value may be no part of the scope: then nothing needs to render again.
    const isSame = JSON.stringify(before) === JSON.stringify(scope)
    cached = { scope: before && isSame ? before : scope, version: storageVersion() }
  }
  return cached.scope
}

/** Tells of a new scope. Returns an unsubscribe function. */
export const onScopeChange = onStorageChange

/** The scope that the page was rendered with, where a server rendered it. */
export const RenderedScope = createContext(emptyScope)

/** The scope in force; while a server renders and while its page is taken over, the server's. */
export function useScope(): Scope {
  const rendered = use(RenderedScope)
  return useSyncExternalStore(onScopeChange, currentScope, () => rendered)
}

export type Place = { location: string; point: Point; zoneIds: readonly number[] }

/** Stores a chosen place (LOC-02); one without a zone is not a place to shop at. */
export function choosePlace({ location, point, zoneIds }: Place) {
  write({
    location,
    currentLatLng: JSON.stringify(point),
    zoneid: JSON.stringify(zoneIds[0]),
    zone_ids: zoneIds.length > 1 ? JSON.stringify(zoneIds) : null,
  })
}

/** Stores a chosen module (LOC-08). */
export function chooseModule({ id, module_type, module_name }: StoredModule) {
  write({ module: JSON.stringify({ id, module_type, module_name }) })
}

/** Stores language, country and direction (I18N-01); the page is reloaded after that. */
export function chooseLanguage(language: string, country: string) {
  const settings = readJson('settings')
  write({
    'language-setting': language,
    country,
    settings: JSON.stringify({ ...(isRecord(settings) ? settings : {}), direction: directionOf(language) }),
  })
}

export const storeGuestId = (guestId: string | null) => write({ guest_id: guestId })

/** The token is no longer good; what was begun stays, for the same customer to go on with it (D10). */
export const removeToken = () => write({ token: null })
