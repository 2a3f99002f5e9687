import type { CDPSession } from '@playwright/test'
import { expect, test, type Page } from '../fixtures.ts'
import { Cart } from '../pages/cart.ts'
import { StorePage } from '../pages/store-page.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ serviceWorkers: 'allow' })

/** Until the shop is kept: its worker has fetched all of it. */
const isKept = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

const sessions = new WeakMap<Page, CDPSession>()

/** Takes the network away or gives it back. Some browsers forget on the next page to say that they are offline, unless told there. */
async function setOffline(page: Page, offline: boolean) {
  // Another session would leave in force what the first one said.
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, devtools)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
}

/** Without a network there are neither answers nor files, and the browser says so for each. */
const lost = /Failed to load resource|net::ERR|navigation preload|Failed to fetch|Unable to preload/

const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

async function fillCart(page: Page, api: TownAPI) {
  const { item, store } = await api.simple()
  const shop = new StorePage(page)
  await shop.open(store)
  // What an earlier build left must not come before what belongs to this one.
  await page.evaluate(async () => (await caches.open('files-before')).put('/offline', new Response('an older build')))
  await shop.add(item)
  await expect(new Cart(page).button).toHaveAccessibleName('Cart, 1 item')
  await expect.poll(() => isKept(page)).toBe(true)
  return item
}

test('CART-03 API-03 TRAP_C2 without a network the shop shows itself, a notice and the last cart, and has kept no prices @phone', async ({ page, context, api, visit, log }) => {
  log.expect(lost)
  await visit()
  const item = await fillCart(page, api)
  const cart = new Cart(page)
  const offline = page.getByText('You are offline. What you see may be out of date.')
  const noConnection = page.getByText('No connection. Please check your internet and try again.').first()

  await test.step('an open page says so, and shows the cart, until the network is back', async () => {
    await cart.open()
    await expect(cart.line(item.name).root).toBeVisible()
    await cart.close()
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await cart.open()
    await expect(cart.drawer.getByText(item.name)).toBeVisible()
    await cart.close()
    await context.setOffline(false)
    await expect(offline).toBeHidden()
  })
  await test.step('a new page is the shop, and says what it is worth', async () => {
    await context.setOffline(true)
    await page.goto('/home')
    await setOffline(page, true)
    await expect(offline).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(noConnection).toBeVisible()
  })
  await test.step('the cart is what was seen last, to be read', async () => {
    await cart.open()
    await expect(cart.drawer.getByText(item.name)).toBeVisible()
    await expect(cart.drawer.getByText('This is your cart as you last saw it')).toBeVisible()
    await expect(cart.checkout).toBeHidden()
  })
  await test.step('checkout refuses: it needs today’s prices', async () => {
    await page.goto('/checkout?page=cart')
    await expect(noConnection).toBeVisible()
    await expect(page.getByRole('button', { name: /^Place order/ })).toBeHidden()
  })
  await test.step('with a network all of it is back', async () => {
    await setOffline(page, false)
    await context.setOffline(false)
    await page.goto('/home')
    await expect(page.getByText('You are offline.')).toBeHidden()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await cart.open()
    await expect(cart.line(item.name).root).toBeVisible()
    await expect(cart.checkout).toBeVisible()
  })
  await test.step('no response and no page with prices is kept', async () => {
    const kept = await keptAddresses(page)
    expect(kept).toContain('/offline')
    expect(kept.filter((path) => !/^\/(assets|media)\/|^\/(offline|boot\.js|icon\.svg)$/.test(path))).toEqual([])
  })
})

test('API-07 a tab with an older build reloads, a tab with a failed file does not', async ({ page, visit, log }) => {
  log.expect(/404|Failed to fetch dynamically imported module|Unable to preload|error loading/)
  await visit()
  await page.route('**/assets/cart-*', (route) => route.fulfill({ status: 404 }))
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))

  await test.step('the same build', async () => {
    await page.goto('/about-us')
    const asked = page.waitForResponse('**/offline-files.js')
    await new Cart(page).open()
    await asked
    expect(loads).toHaveLength(1)
  })
  await test.step('another build', async () => {
    await page.route('**/offline-files.js', (route) => route.fulfill({ body: 'self.kept = {"entry":"/assets/index-new.js"}' }))
    await page.goto('/about-us')
    await new Cart(page).open()
    await expect.poll(() => loads.length).toBe(3)
  })
})
