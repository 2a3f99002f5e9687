import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { Shelf } from './shelf.ts'
import { startPostgres, startTown, type Town } from './town.ts'
import { begun, settle, type Visit } from './visit.ts'

/** What a page said on its console; anything at all fails its test, unless the test expects it. */
export type Console = { expect: (line: RegExp) => void }

/** The processor draws instead of a graphics card, and the browser remarks on its pace. */
const drawing = /GL Driver Message|GPU stall|software WebGL/

/** A journey keeps nothing for a day without a network, unless it is about that day. */
const blocked = /Service Worker registration blocked by Playwright/

function listen(context: BrowserContext) {
  const said: string[] = []
  const expected: RegExp[] = [drawing, blocked]
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`))
  return {
    expect: (line: RegExp) => void expected.push(line),
    unexpected: () => said.filter((line) => !expected.some((known) => known.test(line))),
  }
}

/** A journey acts once the page does. */
function waitForStart(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await begun(page)
    return answer
  }
  page.reload = async (how) => {
    const answer = await reload(how)
    await begun(page)
    return answer
  }
}

type Mine = { log: Console; shelf: Shelf; visit: (visit?: Visit) => Promise<void> }
type Shared = { engine: 'sqlite' | 'postgres'; town: Town }

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
  // Not kept for the next test: stores close and prices change by the hour.
  shelf: async ({ town }, use) => use(new Shelf(town.url)),
  baseURL: async ({ town }, use) => use(town.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitForStart)
    await use(context)
  },
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
