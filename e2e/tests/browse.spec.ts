import { expect, testInOneTab as test } from '../fixtures.ts'
import { Home } from '../pages/home.ts'
import { StorePage } from '../pages/store-page.ts'

test.use({ maps: false })

test('BRW-01 LOC-09 HDR-01 the home page shows the chosen module, and changes with it', async ({ page, api, visit }) => {
  await visit()
  const home = new Home(page)
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(answer.url())
  })
  await home.open()
  for (const title of ['What are you craving?', 'Popular near you', 'Deals of the day']) {
    await expect(home.section(title).getByRole('listitem').first()).toBeVisible()
  }
  // What is not fetched yet lies far below, and does not move.
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0)
  const last = home.section('Just added')
  await expect(async () => {
    await page.mouse.wheel(0, 1500)
    await page.evaluate(() => scrollBy(0, 1500))
    await expect(last.getByRole('article').first()).toBeVisible({ timeout: 300 })
  }).toPass()

  const grocery = await api.module('grocery')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('navigation', { name: 'What to shop for' }).first().getByRole('button', { name: grocery.module_name }).click()
  await expect(page.getByText('A Module has been selected.')).toBeVisible()
  await expect(home.section('Shop by category').getByRole('listitem').first()).toBeVisible()
  expect(failed).toEqual([])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Track order' })).toBeVisible()
})

test('D26 before a place is chosen the page shows the middle of town and says so', async ({ page }) => {
  const home = new Home(page)
  await home.open()
  await expect(home.section('Popular near you').getByRole('article').first()).toBeVisible()
  await home.main.getByRole('button', { name: 'choose where you are' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Your address' }).fill('Night Market')
  await page.getByRole('option', { name: /Night Market/ }).click()
  await expect(home.main.getByRole('button', { name: 'choose where you are' })).toHaveCount(0)
})

test('BRW-02 BRW-06 search suggests, finds and filters, also what is misspelled, and remembers it until it is cleared @phone', async ({
  page,
  api,
  visit,
}) => {
  await visit()
  const { item } = await api.dish()
  const home = new Home(page)
  const cards = home.main.getByRole('article')
  const found = home.main.getByRole('status').first()
  const filter = (name: string) => home.main.getByRole('button', { name, exact: true })
  await home.open()
  await test.step('suggests while typing', async () => {
    await home.search.pressSequentially(item.name.slice(0, 6), { delay: 20 })
    const suggestion = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()
    await expect(suggestion).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(suggestion).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
  })
  await test.step('narrows and orders', async () => {
    await home.searchFor('chicken')
    await expect(cards.first()).toContainText(/chicken/i)
    const top = await cards.first().evaluate((card) => card.getBoundingClientRect().top)
    expect(top, 'what was found begins in the upper half of a phone').toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
    const before = await found.innerText()
    await filter('Deals').click()
    await expect(page).toHaveURL(/discounted=true/)
    await expect(found).not.toHaveText(before)
    await expect(cards.first()).toContainText('off')
    await filter('Clear filters').click()
    await filter('Veg').click()
    await expect(page).toHaveURL(/veg=veg/)
    await page.reload()
    await expect(filter('Veg')).toHaveAttribute('aria-pressed', 'true')
    await filter('Clear filters').click()
  })
  const note = home.main.getByText(/Showing results for chicken/)
  await test.step('finds a misspelled dish, or only what was typed', async () => {
    await home.searchFor('chikcen')
    await expect(note).toBeVisible()
    await expect(cards.first()).toContainText(/chicken/i)
    await home.main.getByRole('link', { name: 'Search only for “chikcen”' }).click()
    await expect(page).toHaveURL(/exact=true/)
    await expect(home.main.getByRole('heading', { name: 'Nothing found for “chikcen”' })).toBeVisible()
  })
  await test.step('recent searches', async () => {
    const recent = page.getByRole('region', { name: 'Recent searches' })
    await home.search.fill('')
    await recent.getByRole('button', { name: 'chikcen', exact: true }).click()
    await expect(note).toBeVisible()
    await home.search.fill('')
    await recent.getByRole('button', { name: 'Clear all' }).click()
    await expect(recent).toBeHidden()
    await page.reload()
    await expect(note).toBeVisible()
    await home.search.fill('')
    await expect(recent).toBeHidden()
  })
})

test('BRW-03 a list loads more on scrolling until its end', async ({ page, api, visit }) => {
  await visit()
  const stores = await api.stores()
  await page.goto('/store/popular')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(cards).toHaveCount(stores.length, { timeout: 300 })
  }).toPass()
})

test('ITEM-02 BRW-04 the back button closes the dish and keeps the scroll position @phone', async ({ page, api, visit }) => {
  await visit()
  const { item, store } = await api.dish()
  const shop = new StorePage(page)
  await shop.open(store)
  await shop.card(item).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 200))
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await shop.openItem(item)
  await expect(shop.dialog.addButton).toBeVisible()
  await page.goBack()
  await expect(shop.dialog.root).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/store/${store.slug}\\?module_id=\\d+$`))
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(80)

  await page.goForward()
  await expect(shop.dialog.addButton).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shop.dialog.root).toBeHidden()
})
