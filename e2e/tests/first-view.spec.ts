import { Customer } from '../customer.ts'
import { expect, test, type Page } from '../fixtures.ts'
import type { TownAPI } from '../town-api.ts'

// Pictures are chosen by the pixels of the screen, on the server and in the page.
test.use({ deviceScaleFactor: 2 })

/** Delays the scripts until the returned function is called, so that the first view stays visible. */
async function holdScripts(page: Page) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gone
    await route.continue()
  })
  return letGo
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
    const parts = ['header', 'header [aria-haspopup=dialog][aria-label^=Cart]', 'main h1', 'main [data-size=lg] b', 'main article h2', 'main img[fetchpriority=high]', 'main form', 'nav[aria-label="Quick ways"]']
    return parts.map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect()
      return `${part} ${[box?.left, box?.top, box?.height].map((n) => n && Math.round(n)).join(' ')}`
    })
  })

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

for (const [name, address] of pages) {
  test(`BRW-01 BRW-04 ITEM-01 ${name} is visible before any script, and nothing moves when scripts start @both`, async ({ page, api }) => {
    const letGo = await holdScripts(page)
    const loaded = page.goto(await address(api))
    const drawn = page.locator('#root > [data-drawn]')
    await expect(drawn.locator('main img[fetchpriority=high]').first()).toBeVisible()
    await painted(page)
    await expect(drawn).not.toContainText(/\{\{|undefined|\uE000/)
    const before = await places(page)
    letGo()
    await loaded
    await expect(drawn).toHaveCount(0)
    expect(await places(page)).toEqual(before)
    expect(await preloaded(page), 'what is preloaded is shown').toEqual([await largest(page)])
  })
}

test('PRC-04 nothing moves on a store’s page when the delivery to the shopper’s place is known @both', async ({ page, api, visit }) => {
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

test('HDR-01 a customer is not asked to sign in, not even before any script @both', async ({ page, api, visit, context }) => {
  await visit({ stored: (await Customer.signUp(api)).stored() })
  await page.goto('/home')
  await expect.poll(async () => (await context.cookies()).map(({ value }) => value).join()).toContain('signed')
  const letGo = await holdScripts(page)
  const loaded = page.reload()
  const drawn = page.locator('#root > [data-drawn]')
  await expect(drawn.locator('main img[fetchpriority=high]').first()).toBeVisible()
  await painted(page)
  await expect(drawn.getByText('Sign In')).toHaveCount(0)
  const before = await places(page)
  letGo()
  await loaded
  await expect(drawn).toHaveCount(0)
  expect(await places(page)).toEqual(before)
})

test('I18N-02 HDR-09 a known shopper sees their theme and is not asked for a place', async ({ page, visit }) => {
  await visit({ theme: 'dark' })
  const letGo = await holdScripts(page)
  const loaded = page.goto('/home')
  const drawn = page.locator('#root > [data-drawn]')
  await expect(drawn.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(drawn.getByText('Choose where you are')).toHaveCount(0)
  await expect(drawn.getByText('These are the shops in the middle of town.')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toContain('dark')
  letGo()
  await loaded
})

test('LOC-06 HDR-01 a grocery shopper does not see texts about food', async ({ page, visit }) => {
  await visit({ module: 'grocery' })
  const letGo = await holdScripts(page)
  const loaded = page.goto('/home')
  const drawn = page.locator('#root > [data-drawn]')
  await expect(drawn.getByRole('heading', { name: 'Shop by category' })).toBeVisible()
  await expect(drawn.getByText('What are you craving?')).toHaveCount(0)
  await expect(drawn.locator('nav [aria-current=true]')).toHaveCount(0)
  letGo()
  await loaded
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('BRW-01 the home page shows stores without scripts', async ({ page }) => {
    await page.goto('/home')
    await expect(page.locator('main article h2').first()).toBeVisible()
  })
})
