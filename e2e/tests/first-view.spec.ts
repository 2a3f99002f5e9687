import { Customer } from '../customer.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { storeFirstVisit } from '../storage.ts'
import type { TownAPI } from '../town-api.ts'

// Pictures are chosen by the pixels of the screen, on the server and in the page.
test.use({ deviceScaleFactor: 2 })

const scripts = '**/assets/*.js'

/** Opens a page whose scripts wait until start is called, so that the first view stays visible. */
async function openWithoutScripts(page: Page, address: string) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(scripts, async (route) => {
    await gone
    await route.continue()
  })
  const loaded = page.goto(address)
  const drawn = page.locator('#root > [data-drawn]')
  await expect(drawn.locator('main img[fetchpriority=high]').first()).toBeVisible()
  await painted(page)
  const start = async () => {
    letGo()
    await loaded
    await page.unroute(scripts)
  }
  return { drawn, start }
}

/** Waits for styles and fonts, without which the browser paints nothing. */
async function painted(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  )
  await page.evaluate(() => document.fonts.ready)
}

/** Where the first screen's parts stand, in CSS pixels. */
const places = (page: Page) =>
  page.evaluate(() => {
    const parts = ['header', 'header [aria-haspopup=dialog][aria-label^=Cart]', 'main h1', 'main [data-size=lg] b', 'main article h2', 'main img[fetchpriority=high]', 'main form', 'nav[aria-label="Shortcuts"]']
    return parts.map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect()
      return `${part} ${[box?.left, box?.top, box?.height].map((n) => n && Math.round(n)).join(' ')}`
    })
  })

async function nothingMoves(page: Page, start: () => Promise<void>) {
  const before = await places(page)
  await start()
  expect(await places(page)).toEqual(before)
}

/** The pictures that preload links have requested. */
const preloaded = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return entries.filter(({ initiatorType, name }) => initiatorType === 'link' && /\.webp$/.test(name)).map(({ name }) => name)
  })
/** The large picture of the first view. */
const largest = (page: Page) =>
  page.locator('main img[fetchpriority=high]').first().evaluate((image: HTMLImageElement) => image.currentSrc)

const pages: [string, (api: TownAPI) => Promise<string>][] = [
  ['the landing page', async () => '/'],
  ['home', async () => '/home'],
  ['a product', async (api) => `/product/${(await api.product()).item.slug}`],
  ['a store', async (api) => `/store/${(await api.openStores())[0]?.slug}`],
]

test('BRW-01 BRW-04 ITEM-01 PRC-04 a page is visible before any script, and nothing moves when scripts start or the delivery to the shopper’s place is known @both', async ({
  page,
  context,
  api,
  visit,
}) => {
  for (const [name, address] of pages) {
    await test.step(name, async () => {
      await storeFirstVisit(context)
      const { drawn, start } = await openWithoutScripts(page, await address(api))
      await expect(drawn).not.toContainText(/\{\{|undefined|\uE000/)
      await nothingMoves(page, start)
      const expected = await preloaded(page)
      // A picture that scripts have drawn again has no source for a moment.
      await expect.poll(async () => [await largest(page)], 'what is preloaded is shown').toEqual(expected)
    })
  }

  await test.step('a store, whose delivery is known later', async () => {
    const { store } = await api.dish()
    await visit()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/delivery\?/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`/store/${store.slug}?module_id=${store.module_id}`)
    const facts = page.locator('main dl')
    await expect(facts.getByText('Delivery time')).toBeVisible()
    await painted(page)
    const boxes = () =>
      facts.evaluate((list) => [list, ...list.children].map((part) => JSON.stringify(part.getBoundingClientRect())))
    const before = await boxes()
    answer()
    await expect(facts.getByText('Arrives')).toBeVisible()
    await expect(facts.getByText(/^[\d,.]+ k?m$/)).toBeVisible()
    expect(await boxes()).toEqual(before)
  })
})

test('HDR-01 HDR-09 LOC-06 I18N-02 before any script a grocery customer sees their theme and shop, and is asked neither for a place nor to sign in @both', async ({
  page,
  api,
  visit,
  context,
}) => {
  await visit({ module: 'grocery', theme: 'dark', stored: (await Customer.signUp(api)).stored() })
  await page.goto('/about-us')
  await expect.poll(async () => (await context.cookies()).map(({ value }) => value).join()).toContain('signed')
  const { drawn, start } = await openWithoutScripts(page, '/home')
  await expect(drawn.getByText('Sign In')).toHaveCount(0)
  await expect(drawn.getByText('Choose where you are')).toHaveCount(0)
  await expect(drawn.getByText('These are the shops in the middle of town.')).toHaveCount(0)
  await expect(drawn.getByRole('heading', { name: 'Shop by category' })).toBeVisible()
  await expect(drawn.getByText('What are you craving?')).toHaveCount(0)
  await expect(drawn.locator('nav [aria-current=true]')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toContain('dark')
  await nothingMoves(page, start)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('BRW-01 the home page shows stores without scripts', async ({ page }) => {
    await page.goto('/home')
    await expect(page.locator('main article h2').first()).toBeVisible()
  })
})
