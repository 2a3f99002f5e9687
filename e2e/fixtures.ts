import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { TownAPI } from './town-api.ts'
import { startPostgres, startTown, type Town } from './town.ts'
import { storeVisit, waitUntilStarted, type Visit } from './storage.ts'

/** The console of a page. Any warning or error fails the test, unless the test expects it. */
export type Console = { expect: (line: RegExp) => void }

/** The browser warns that the processor draws instead of a graphics card. */
const drawing = /GL Driver Message|GPU stall|software WebGL/

/** Tests block service workers, unless they are about being offline. */
const blocked = /Service Worker registration blocked by Playwright/

function listen(context: BrowserContext) {
  const lines: string[] = []
  const expected: RegExp[] = [drawing, blocked]
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error().message}`))
  return {
    expect: (line: RegExp) => void expected.push(line),
    unexpected: () => lines.filter((line) => !expected.some((known) => known.test(line))),
  }
}

/** Lets every navigation wait until the page has started. */
function waitForStart(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await waitUntilStarted(page)
    return answer
  }
  page.reload = async (how) => {
    const answer = await reload(how)
    await waitUntilStarted(page)
    return answer
  }
}

type TestFixtures = { log: Console; api: TownAPI; visit: (visit?: Visit) => Promise<void> }
type WorkerFixtures = { engine: 'sqlite' | 'postgres'; town: Town }

/** Each worker has a town, each test a new shopper, and the console must stay empty. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
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
  // Not shared between tests: stores close and prices change by the hour.
  api: async ({ town }, use) => use(new TownAPI(town.url)),
  baseURL: async ({ town }, use) => use(town.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitForStart)
    await use(context)
  },
  log: [
    async ({ context }, use) => {
      const lines = listen(context)
      await use(lines)
      expect(lines.unexpected(), 'the console stays silent').toEqual([])
    },
    { auto: true },
  ],
  visit: async ({ context, api }, use) => use((visit) => storeVisit(context, api, visit)),
})

export { expect, type Page }
