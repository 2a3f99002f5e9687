import type { Locator } from '@playwright/test'
import { claim } from '../claims.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { anotherPage, expectNetworkErrors, navigate, retry } from '../page-failures.ts'
import { Wishlist } from '../pages/wishlist.ts'
import { main, prepare, waitUntilLoaded } from '../screen.ts'
import { screens } from '../screens.ts'
import { waitUntilStarted } from '../storage.ts'

/** All but the map's worker: it lies in the browser's cache by the time it runs. */
const files = /\/assets\/(?!.*worker)/
const noFile = 'This part of the page did not load. Please try again.'

/**
 * A page of each kind: of the module, of a store, a form, and of an account. All pages and dialogs load their files in
 * the same ways: the linter and src/routes/files.test.ts see to it, and src/components/loading/lazy.test.tsx proves each way.
 */
const names = new Set(['home', 'store', 'checkout', 'profile'])
const pages = screens.filter(({ name, open }, index, all) => names.has(name) && !open && all.findIndex((other) => other.name === name) === index)

for (const screen of pages) {
  test(`API-07 ${screen.name} and its dialogs survive failed files`, async ({ page, api, log }) => {
    test.slow() // after a failed file, some dialogs load the page again
    expectNetworkErrors(log)
    const visit = await prepare(page, api, screen)
    const path = await screen.path(api, visit)
    await page.goto(anotherPage(path).path)
    await waitUntilStarted(page)
    await waitUntilLoaded(page)

    await test.step('the file of the page fails', async () => {
      await page.route(files, (route) => route.abort())
      await navigate(page, path)
      await expect(main(page).getByRole('button', retry)).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await page.unroute(files)
      await main(page).getByRole('button', retry).click()
      await expect(main(page).getByRole('button', retry)).toBeHidden()
      await waitUntilStarted(page) // some browsers load the page again
      await waitUntilLoaded(page)
      await expect.poll(() => unstyled(page)).toEqual([]) // what loads late has its own styles
    })

    await test.step('the files of its dialogs fail', async () => {
      const openers = (screen.name === 'home' ? page.locator('body') : main(page)).locator('[aria-haspopup=dialog]:visible, [aria-haspopup=menu]:visible')
      for (const nth of await firstOfNewKinds(openers)) await expectOpensAgain(page, openers.nth(nth))
    })
  })
}

test('MAP-01 a map whose file or worker fails to load shows an error and can be loaded again', async ({ page, visit, log }) => {
  expectNetworkErrors(log)
  log.expect(/404/)
  await visit()
  await page.goto('/')
  await waitUntilStarted(page)
  const dialog = page.getByRole('dialog')
  const message = dialog.getByText('The map did not load.')
  const pick = main(page).getByRole('button', { name: 'Pick from map' })
  await page.route(/assets.*town-map/, (route) => route.abort())
  await pick.click()
  await expect(message).toBeVisible()
  await page.unroute(/assets.*town-map/)
  // As after an update: the page is of the build before, whose worker the server no longer has.
  await page.route(/assets.*worker/, (route) => route.fulfill({ status: 404 }))
  const askedForWorker = page.waitForRequest(/assets.*worker/)
  // Some browsers never request a failed file again: the page loads again for them, without the dialog.
  const pickAgain = async () => {
    await waitUntilStarted(page)
    await pick.click()
  }
  page.once('load', pickAgain)
  await dialog.getByRole('button', retry).click()
  await askedForWorker
  page.off('load', pickAgain) // the tab goes on to other tests
  await expect(message).toBeVisible()
  await page.unroute(/assets.*worker/)
  await dialog.getByRole('button', retry).click()
  await expect(dialog.locator('canvas')).toBeVisible()
})

// Some browsers never fetch a module again by a URL that failed: here that URL always fails.
test('WISH-01 a heart whose file failed to load appears later, without a reload', async ({ page, api, visit, log }) => {
  expectNetworkErrors(log)
  const { item, store } = await api.simple()
  await page.route(/assets\/heart-[^/]*\.js$/, (route) => route.abort())
  await visit()
  await page.goto(`/store/${store.slug}`)
  await waitUntilStarted(page)
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await expect(new Wishlist(page).heart(item.name)).toBeVisible()
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
})

/**
 * The first control of each kind that was not tried on another page: many pages have the same dialog, and all load in the
 * same way. The names of a kind, as the quick views of vehicles, begin with the same two words.
 */
async function firstOfNewKinds(openers: Locator): Promise<number[]> {
  const names = await openers.evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? each.textContent).trim()))
  const kinds = names.map((name) => name.split(/\s+/, 2).join(' '))
  return [...kinds.keys()].filter((nth) => kinds.indexOf(kinds[nth]!) === nth && claim(`a dialog by ${kinds[nth]}`))
}

/** Opens a dialog or menu while files fail to load, and again when they load. */
async function expectOpensAgain(page: Page, opener: Locator) {
  const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true }).first()
  const message = page.getByRole('alert').filter({ hasText: noFile })
  await page.route(files, (route) => route.abort())
  await opener.click()
  await expect(message.or(over).first()).toBeVisible()
  await page.unroute(files)
  if (await message.isVisible()) {
    await message.getByRole('button').click()
    await openAfterFailure(page, opener, over)
  }
  await page.keyboard.press('Escape')
  await expect(over).toBeHidden()
}

/** Opens again what failed. Some browsers load the page again first: they fetch no module twice. */
async function openAfterFailure(page: Page, opener: Locator, opened: Locator) {
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  const isOldPage = () => page.evaluate(() => 'isOldPage' in window).catch(() => true) // while it loads
  await opener.click()
  await expect.poll(async () => (await opened.isVisible()) || !(await isOldPage())).toBe(true)
  if (!(await isOldPage())) {
    await waitUntilStarted(page)
    await waitUntilLoaded(page)
    // Some dialogs open again by themselves, and may do so in the middle of a click.
    await expect(async () => {
      if (await opened.isHidden()) await opener.click({ timeout: 1000 })
    }).toPass()
  }
  await expect(opened).toBeVisible()
}

/** The stylesheets that did not load. */
const unstyled = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).map(({ href }) => href))
