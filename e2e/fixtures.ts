import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { Shelf } from './shelf.ts'
import { startPostgres, startTown, type Town } from './town.ts'

/** What a page said on its console; anything at all fails its test, unless the test expects it. */
export type Console = { expect: (line: RegExp) => void }

/** The processor draws instead of a graphics card, and the browser remarks on its pace. */
const drawing = /GL Driver Message|GPU stall|software WebGL/

function listen(context: BrowserContext) {
  const said: string[] = []
  const expected: RegExp[] = [drawing]
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`))
  return {
    expect: (line: RegExp) => void expected.push(line),
    unexpected: () => said.filter((line) => !expected.some((known) => known.test(line))),
  }
}

/** A shopper's visit before the first page: what an earlier visit would have stored. */
export type Visit = { module?: string; language?: string; theme?: 'light' | 'dark' }

/** Puts the shopper in the middle of town (LOC-02), as if the place and the module had been chosen before. */
export async function settle(context: BrowserContext, shelf: Shelf, { module: type = 'food', language, theme }: Visit = {}) {
  const [place, { id, module_type, module_name }] = await Promise.all([shelf.place(), shelf.module(type)])
  const stored = {
    location: place.location,
    currentLatLng: JSON.stringify(place.point),
    zoneid: JSON.stringify(place.zoneIds[0]),
    zone_ids: JSON.stringify(place.zoneIds),
    module: JSON.stringify({ id, module_type, module_name }),
    ...speech(language),
    ...(theme && { settings: JSON.stringify({ theme }) }),
  }
  await remember(context, stored)
  const mirrored = [`lang=${language ?? 'en'}`, `zone=${place.zoneIds.join(',')}`, `module=${id}`]
  if (theme) mirrored.push(`theme=${theme}`)
  await context.addCookies([{ name: 'hk_scope', value: encodeURIComponent(mirrored.join('&')), url: shelf.url }])
}

/** Lets a new shopper's page speak another language; nothing else is known of them. */
export const speak = (context: BrowserContext, language: string) => remember(context, speech(language))

const speech = (language: string | undefined): Record<string, string> => (language ? { 'language-setting': language } : {})

/** Once a tab: what the page stores later stays. */
async function remember(context: BrowserContext, stored: Record<string, string>) {
  await context.addInitScript((entries) => {
    if (sessionStorage.getItem('e2e-stored')) return
    sessionStorage.setItem('e2e-stored', '1')
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
}

type Mine = { log: Console; visit: (visit?: Visit) => Promise<void> }
type Shared = { engine: 'sqlite' | 'postgres'; town: Town; shelf: Shelf }

/** A town a worker, a fresh shopper a test, and a console that must stay silent. */
export const test = base.extend<Mine, Shared>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  town: [
    async ({ engine }, use) => {
      const database = engine === 'postgres' ? await startPostgres() : undefined
      const town = await startTown(database ? ['--database-url', database.url] : [])
      await use(town)
      await town.stop()
      await database?.stop()
    },
    { scope: 'worker' },
  ],
  shelf: [async ({ town }, use) => use(new Shelf(town.url)), { scope: 'worker' }],
  baseURL: async ({ town }, use) => use(town.url),
  log: [
    async ({ context }, use) => {
      const said = listen(context)
      await use(said)
      expect(said.unexpected(), 'the console stays silent').toEqual([])
    },
    { auto: true },
  ],
  visit: async ({ context, shelf }, use) => use((visit) => settle(context, shelf, visit)),
})

export { expect, type Page }
