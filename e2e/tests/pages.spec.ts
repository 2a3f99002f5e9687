import type { Page } from '../fixtures.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'

/** What came inside the page, and what of it was asked for all the same. */
async function load(page: Page, path: string) {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/v1/') && request.method() === 'GET') asked.push(url.pathname.replace('/api/v1', ''))
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
  const blocks: { operation: string }[] = JSON.parse((await page.locator('#hk-data').textContent()) ?? '[]')
  return { asked, operations: blocks.map(({ operation }) => operation) }
}

/** Where an operation that pages start with is asked for. */
const addresses: Record<string, RegExp> = {
  getConfig: /^\/config$/,
  getLandingPage: /^\/landing-page$/,
  listModules: /^\/modules$/,
  listBanners: /^\/banners$/,
  listCategories: /^\/categories$/,
  listPopularStores: /^\/stores\/popular$/,
  listDiscountedItems: /^\/items\/discounted$/,
  getStore: /^\/stores\/[^/]+$/,
  getItem: /^\/items\/(?!latest|popular|discounted|recommended|suggest)[^/]+$/,
}

async function asksForNothingAgain(page: Page, path: string, own: string, except?: string) {
  const { asked, operations } = await load(page, path)
  expect(operations, path).toContain(own)
  const again = asked.filter(
    (address) => !(except && address.includes(except)) && operations.some((operation) => addresses[operation]?.test(address)),
  )
  expect(again, path).toEqual([])
}

test('BRW-01 BRW-04 a page does not request data that it contains', async ({ page, api, visit }) => {
  await visit()
  const { item, store } = await api.dish()
  const path = `/store/${store.slug}?module_id=${store.module_id}`
  await asksForNothingAgain(page, '/home', 'listPopularStores')
  await asksForNothingAgain(page, path, 'getStore')
  // The open item is no part of the page.
  await asksForNothingAgain(page, `${path}&item=${item.slug}`, 'getStore', item.slug)
})

test('ITEM-01 a product’s page does not request data that it contains', async ({ page, api, visit }) => {
  await visit({ module: 'ecommerce' })
  const { item } = await api.product()
  await asksForNothingAgain(page, `/product/${item.slug}?module_id=${item.module_id}`, 'getItem')
})

test('BRW-04 TRAP_L2 titles and statuses match the page', async ({ page, api, request, log }) => {
  const [{ item, store }, product] = await Promise.all([api.dish(), api.product()])
  const head = async (path: string) => {
    const answer = await request.get(path)
    return { status: answer.status(), html: await answer.text() }
  }
  const known: [string, string, string][] = [
    [`/store/${store.slug}`, store.name, `/store/${store.slug}`],
    [`/product/${product.item.id}`, product.item.name, `/product/${product.item.slug}`],
    ['/about-us', 'About us', '/about-us'],
  ]
  for (const [path, title, canonical] of known) {
    const { status, html } = await head(path)
    expect(status, path).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="${api.url}${canonical}">`)
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain(title.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
  }
  for (const path of ['/store/no-such-store', '/product/no-such-item', '/category/no-such-category', '/nowhere']) {
    const { status, html } = await head(path)
    expect(status, path).toBe(404)
    expect(html).toContain('noindex')
  }
  expect((await head('/checkout?page=cart')).html).toContain('noindex')
  expect(item.slug).not.toBe('')

  log.expect(/404/)
  await page.goto('/store/no-such-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
  await page.getByRole('main').getByRole('link', { name: 'Browse shops' }).click()
  await expect(page).toHaveURL('/home')
})
