import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { TownAPI } from './town-api.ts'

/** What an earlier visit would have stored in the browser. */
export type Visit = {
  /** Type of the chosen module; null: a place is chosen, and no module yet. */
  module?: string | null
  language?: string
  theme?: 'light' | 'dark'
  /** More of what was stored: a guest with their cart and orders. */
  stored?: Record<string, string>
  /** An order or a trip that the visit is about. */
  orderId?: number
  /** The address of a link in a mail, with which the visit begins. */
  link?: string
}

/** Where a visit is stored: in every tab of a browser, or in one new tab. */
export type Visitor = BrowserContext | Page

/** Stores a place in the middle of town (LOC-02) and a module, as if they had been chosen before. */
export async function storeVisit(visitor: Visitor, api: TownAPI, visit: Visit = {}) {
  const { module: type = 'food', language, theme, stored } = visit
  const place = await api.place()
  const module = type === null ? undefined : await api.module(type)
  await setStorage(visitor, {
    location: place.location,
    currentLatLng: JSON.stringify(place.point),
    zoneid: JSON.stringify(place.zoneIds[0]),
    zone_ids: JSON.stringify(place.zoneIds),
    ...(module && { module: JSON.stringify(module) }),
    ...languageEntry(language),
    ...(theme && { settings: JSON.stringify({ theme }) }),
    ...stored,
  })
  const mirrored = [`lang=${language ?? 'en'}`, `zone=${place.zoneIds.join(',')}`]
  if (module) mirrored.push(`module=${module.id}`)
  if (theme) mirrored.push(`theme=${theme}`)
  await browserOf(visitor).addCookies([{ name: 'hk_scope', value: encodeURIComponent(mirrored.join('&')), url: api.url }])
}

/** Clears the storage for a first visit; only the language may be known. */
export async function storeFirstVisit(visitor: Visitor, language?: string) {
  await browserOf(visitor).clearCookies()
  await setStorage(visitor, languageEntry(language))
}

const browserOf = (visitor: Visitor) => ('context' in visitor ? visitor.context() : visitor)

const languageEntry = (language: string | undefined): Record<string, string> =>
  language ? { 'language-setting': language } : {}

const scripts = new WeakMap<Visitor, { dispose: () => Promise<void> }>()

/** Lets a visitor begin without what was stored for the visit before. */
export async function forgetVisit(visitor: Visitor) {
  await scripts.get(visitor)?.dispose()
  scripts.delete(visitor)
}

/** Replaces the storage once in each tab, so that what the page stores later is kept. */
async function setStorage(visitor: Visitor, stored: Record<string, string>) {
  await forgetVisit(visitor)
  const visit = { id: randomUUID(), stored }
  const script = await visitor.addInitScript(({ id, stored }) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('e2e-stored') === id) return
    sessionStorage.clear()
    sessionStorage.setItem('e2e-stored', id)
    localStorage.clear()
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, visit)
  scripts.set(visitor, script)
}

/** Waits until the page's scripts have replaced the first view, which is inert. */
export const waitUntilStarted = (page: Page) => page.locator('#root > [data-drawn]').waitFor({ state: 'detached' })
