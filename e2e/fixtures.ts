import { test as base, expect, type Browser, type BrowserContext, type ConsoleMessage, type Page, type TestInfo, type WebError } from '@playwright/test'
import { leftBehind, shownBy } from './left-behind.ts'
import { TownAPI } from './town-api.ts'
import { startPostgres, startTown, type Town } from './town.ts'
import { forgetVisit, storeVisit, waitUntilStarted, type Visit } from './storage.ts'

/** The console of a page. Any warning or error fails the test, unless the test expects it. */
export type Console = {
  expect: (line: RegExp) => void
  /** Fails the test if there was a line so far that it does not expect. */
  expectSilence: () => void
}

/** The browser warns that the processor draws instead of a graphics card. */
const drawing = /GL Driver Message|GPU stall|software WebGL/

/** Tests block service workers, unless they are about being offline. */
const blocked = /Service Worker registration blocked by Playwright/

/** The machine's network changed. The page repeats its requests. */
const changed = /ERR_NETWORK_CHANGED/

/** Depends on how fast the machine is; first-view.spec.ts proves that a preloaded picture is shown. */
const late = /preloaded using link preload but not used within a few seconds/

function listen(context: BrowserContext) {
  const lines: string[] = []
  const expected: RegExp[] = [drawing, blocked, changed, late]
  const logged = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(`${message.type()}: ${message.text()}`)
  }
  const uncaught = (error: WebError) => lines.push(`uncaught: ${error.error().message}`)
  context.on('console', logged)
  context.on('weberror', uncaught)
  const unexpected = () => lines.filter((line) => !expected.some((known) => known.test(line)))
  return {
    expect: (line: RegExp) => void expected.push(line),
    expectSilence: () => expect(unexpected(), 'the console stays silent').toEqual([]),
    lines,
    stop: () => void context.off('console', logged).off('weberror', uncaught),
  }
}

/** Lets every navigation wait until the page has started. */
function waitForStart(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...where) => {
    // A dialog that has just closed goes back in the history, which stops a navigation.
    const answer = await goto(...where).catch((error: unknown) => {
      if (!String(error).includes('ERR_ABORTED')) throw error
      return goto(...where)
    })
    await waitUntilStarted(page)
    return answer
  }
  page.reload = async (how) => {
    const answer = await reload(how)
    await waitUntilStarted(page)
    return answer
  }
}

/** Makes a browser that cannot draw maps. The page then shows a sentence in the map's place (MAP-01). */
function drawNoMaps() {
  const canvas = HTMLCanvasElement.prototype
  const getContext = canvas.getContext as (...how: unknown[]) => unknown
  canvas.getContext = function (this: HTMLCanvasElement, type: string, ...how: unknown[]) {
    return type.startsWith('webgl') ? null : getContext.call(this, type, ...how)
  } as typeof canvas.getContext
}

/** The processor blurs what is behind the header and the tab bar at every frame, which takes more than all else that is drawn. Pictures have it. */
function blurNothing() {
  const style = new CSSStyleSheet()
  style.replaceSync('* { backdrop-filter: none !important }')
  document.adoptedStyleSheets.push(style)
}

const hasFailed = ({ status, expectedStatus }: TestInfo) => status !== expectedStatus

type TestFixtures = {
  /** Whether the browser draws maps; without a graphics card each takes seconds. */
  maps: boolean
  /** Whether a shared tab has a clock that the test moves. */
  ownClock: boolean
  log: Console
  api: TownAPI
  visit: (visit?: Visit) => Promise<void>
}
type WorkerFixtures = {
  engine: 'sqlite' | 'postgres'
  /** Whether the simulated staff of the demo work; without them only people move orders. */
  crew: 'on' | 'off'
  town: Town
}

/** Each worker has a town, each test a new shopper, and the console must stay empty. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  crew: ['on', { option: true, scope: 'worker' }],
  town: [
    async ({ engine, crew }, use) => {
      const database = engine === 'postgres' ? await startPostgres() : undefined
      const town = await startTown([...(database ? ['--database-url', database.url] : []), '--staff', crew])
      await use(town)
      await town.stop()
      await database?.stop()
    },
    { scope: 'worker' },
  ],
  // Not shared between tests: stores close and prices change by the hour.
  api: async ({ town }, use) => use(new TownAPI(town.url, town.data)),
  baseURL: async ({ town }, use) => use(town.url),
  maps: [true, { option: true }],
  ownClock: [false, { option: true }],
  context: async ({ context, javaScriptEnabled, maps }, use) => {
    await context.addInitScript(blurNothing)
    if (!maps) await context.addInitScript(drawNoMaps)
    if (javaScriptEnabled !== false) context.on('page', waitForStart)
    await use(context)
  },
  log: [
    async ({ context }, use, info) => {
      const log = listen(context)
      await use(log)
      log.stop()
      if (hasFailed(info)) await info.attach(leftBehind, { body: [...(await shownBy(context)), ...log.lines].join('\n') })
      log.expectSilence()
    },
    { auto: true },
  ],
  visit: async ({ context, api }, use) => use((visit) => storeVisit(context, api, visit)),
})

/** What the tests of a worker share: a tab of each kind. */
const tabs = new Map<string, Page>()

/** Opens a tab that the tests of a worker share, or prepares it for the next one. */
async function sharedTab(browser: Browser, maps: boolean, ownClock: boolean): Promise<Page> {
  const kind = JSON.stringify({ maps, ownClock })
  const known = tabs.get(kind)
  if (known) {
    const context = known.context()
    await Promise.all([forgetVisit(context), forgetVisit(known), context.clearCookies(), context.clearPermissions()])
    await known.emulateMedia({ colorScheme: null })
    if (ownClock) await known.clock.setSystemTime(Date.now())
    return known
  }
  const context = await browser.newContext()
  if (ownClock) await context.clock.install()
  await context.addInitScript(blurNothing)
  if (!maps) await context.addInitScript(drawNoMaps)
  context.on('page', waitForStart)
  const page = await context.newPage()
  const goto = page.goto.bind(page)
  // An address that differs in its fragment alone loads nothing.
  page.goto = async (...where) => (await goto(...where)) ?? (await page.reload())
  tabs.set(kind, page)
  return page
}

/** Leaves a shared tab: its page would go on drawing and asking while others are tested. */
async function leave(page: Page) {
  for (const event of ['dialog', 'request', 'requestfailed', 'response'] as const) page.removeAllListeners(event)
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  await page.goto('/healthz') // of the same origin: for another one the browser would start a new process
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/**
 * For tests that leave nothing in the browser but cookies and what they store, and do not close the tab:
 * they share one. The first load in a tab takes more than twice the work of the next, because the browser
 * starts a process and compiles the scripts. After a failed test the worker and its tab are new.
 */
export const testInOneTab = test.extend({
  context: async ({ browser, maps, ownClock }, use) => use((await sharedTab(browser, maps, ownClock)).context()),
  page: async ({ context, viewport }, use, info) => {
    const page = context.pages()[0]!
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
    if (!hasFailed(info)) await leave(page)
  },
})

export { expect, type Page }
