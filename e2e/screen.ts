import type { Locator, Page } from '@playwright/test'
import type { TownAPI } from './town-api.ts'
import { storeFirstVisit, storeVisit, waitUntilStarted, type Visit, type Visitor } from './storage.ts'

/**
 * A screen in one of its states. The same list is tested (every-screen.spec.ts)
 * and drawn (make look) in every language, so no step may depend on a text.
 */
export type Screen = {
  /** Names the folder of its pictures. */
  name: string
  /** Names what it shows: loaded, empty, closed. */
  state: string
  /** What was there before: a place, a module, a cart, an order. 'new' is a first visit. */
  before?: 'new' | ((api: TownAPI) => Promise<Visit>)
  /** Opening it uses up what `before` created: each load needs a visit of its own. */
  singleUse?: true
  /** The URL, built from data of the town. */
  path: (api: TownAPI, visit: Visit) => string | Promise<string>
  /** Opens what lies over the page. */
  open?: (page: Page, api: TownAPI) => Promise<void>
  /** The screen's main action, in English; missing where there is only text. */
  action?: (page: Page) => Locator
  /** The responses that the page waits for. With them it also has a loading and an error state. */
  waits?: RegExp
  /** Its map is drawn where it is proven too. Drawing takes seconds, so other maps are drawn in the pictures alone. */
  map?: true
  /** Another part of a page that a state before it has: it is drawn, and checked there. */
  pictureOnly?: true
  /** What the browser logs as an error on this screen. */
  consoleError?: RegExp
  /** The largest width at which the screen exists, px. */
  maxWidth?: number
}

// The parts by which most screens are reached.

export const main = (page: Page) => page.getByRole('main')

/** The tab of a key, in any language. */
export const tab = (page: Page, key: string) => main(page).locator(`[role=tab][id$='${key}']`)
export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first()
export const link = (name: string | RegExp) => (page: Page) => main(page).getByRole('link', { name }).first()
export const firstCard = (page: Page) => main(page).getByRole('article').getByRole('link').first()
export const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole('button', { name }).first()

/** Creates what a screen needs before the visit: an account, an order. */
export const createVisit = async (api: TownAPI, { before }: Screen): Promise<Visit> =>
  before === 'new' ? {} : ((await before?.(api)) ?? {})

/** Prepares the visit that a screen needs; a second one can use the account and orders that were `created` for the first. */
export async function prepare(visitor: Visitor, api: TownAPI, screen: Screen, language?: string, created?: Visit): Promise<Visit> {
  const visit = { ...(created ?? (await createVisit(api, screen))), ...(language && { language }) }
  await (screen.before === 'new' ? storeFirstVisit(visitor, language) : storeVisit(visitor, api, visit))
  return visit
}

/** Opens a screen and waits until it has loaded. */
export async function show(page: Page, api: TownAPI, screen: Screen, visit: Visit) {
  await page.goto(await screen.path(api, visit))
  await waitUntilStarted(page)
  await waitUntilLoaded(page)
  await screen.open?.(page, api)
  await waitUntilLoaded(page)
}

/** Waits until no visible skeleton or loader is left: their animations are endless. It also waits for prices that are fetched again, which are faint. */
export async function waitUntilLoaded(page: Page) {
  try {
    await page.waitForFunction(isLoaded, false) // One call instead of four: tests wait here hundreds of times.
  } catch (cause) {
    const loading = await page.evaluate(isLoaded, true).catch(String)
    throw new Error(`${String(cause)}: ${loading === true ? 'it has loaded now' : loading}`, { cause })
  }
}

/** Runs in the page. If it has not loaded, it may say why. */
function isLoaded(saysWhy: boolean): boolean | string {
  const isInSight = (animation: Animation) => {
    const box = (animation.effect as KeyframeEffect | null)?.target?.getBoundingClientRect()
    return box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight
  }
  const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Infinity
  const no = (part: string, element?: Element | null) => saysWhy && `${part} is loading ${element?.outerHTML.slice(0, 200) ?? ''}`

  if (!document.querySelector('main :is(h1, h2, [role=alert])')) return no('the main part')
  if (document.fonts.status !== 'loaded') return no('a font')
  const busy = document.querySelector('[data-loading], [data-moving], [aria-live][aria-busy=true]')
  if (busy) return no('a part', busy)
  const animation = document.getAnimations().find((each) => isEndless(each) && isInSight(each))
  return animation ? no('what is animated', (animation.effect as KeyframeEffect).target) : true
}

/** Scrolls down the page, so that everything that loads when it is near has loaded. */
export async function scrollThrough(page: Page) {
  for (let from = 0; ; from += 600) {
    const isEnd = await page.evaluate((top) => {
      scrollTo({ top, behavior: 'instant' })
      return top + innerHeight >= document.documentElement.scrollHeight
    }, from)
    await waitUntilLoaded(page)
    if (isEnd) break
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}
