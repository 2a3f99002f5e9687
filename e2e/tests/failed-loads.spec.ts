import type { Locator } from '@playwright/test'
import { claim } from '../claims.ts'
import { expect, testInOneTab as test, type Console, type Page } from '../fixtures.ts'
import { Wishlist } from '../pages/wishlist.ts'
import { prepare, waitUntilLoaded, type Screen } from '../screen.ts'
import { screens } from '../screens.ts'
import { waitUntilStarted } from '../storage.ts'

/** All but the map's worker: it lies in the browser's cache by the time it runs. */
const files = /\/assets\/(?!.*worker)/
const calls = '**/api/v1/**'
const noFile = 'This part of the page did not load. Please try again.'
const retry = { name: 'Try again' }
const main = (page: Page) => page.getByRole('main')

/** Every page once, in the first of its states; the frame itself says that there is none. */
const pages = screens
  .filter(({ open, name }) => !open && name !== 'not-found')
  .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)

/** It has no file of its own that could be lost. */
const withoutOwnFile = new Set(['about-us'])

test.use({ ownClock: true })

for (const screen of pages) {
  test(`API-07 ${screen.name} survives a failed file, a failed response and leaving the page`, async ({ page, api, log }) => {
    test.slow() // after a failed file, some dialogs load the page again
    expectNetworkErrors(log, screen)
    const visit = await prepare(page, api, screen)
    const path = await screen.path(api, visit)
    // Made of another file.
    const otherPath = path.startsWith('/track-order') ? '/about-us' : '/track-order'
    await page.goto(otherPath)
    await waitUntilStarted(page)
    await waitUntilLoaded(page)
    const title = await main(page).getByRole('heading', { level: 1 }).innerText()

    await test.step('a file fails to load', async () => {
      await page.route(files, (route) => route.abort())
      await navigate(page, path)
      if (withoutOwnFile.has(screen.name)) await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText(title)
      else {
        await expect(main(page).getByRole('button', retry)).toBeVisible()
        await expect(page.getByRole('banner')).toBeVisible()
      }
      await page.unroute(files)
      if (!withoutOwnFile.has(screen.name)) await main(page).getByRole('button', retry).click()
      await expect(main(page).getByRole('button', retry)).toBeHidden()
      await waitUntilStarted(page) // some browsers load the page again
      await waitUntilLoaded(page)
      await expect.poll(() => unstyled(page)).toEqual([]) // what loads late has its own styles
    })

    await test.step('a response fails on refetch', async () => {
      const typed = main(page).locator('input:not([type=radio], [type=checkbox], [type=file], [readonly]):visible').first()
      const types = (await typed.count()) > 0
      if (types) await typed.fill('kept')
      await page.waitForTimeout(500) // what is searched for while typing
      await waitUntilLoaded(page)
      const before = await visibleParts(page)
      await page.route(calls, (route) => route.abort())
      await returnAfterCacheExpires(page)
      const after = await visibleParts(page)
      expect(after.heading).toBe(before.heading)
      expect(after.things).toBeGreaterThanOrEqual(before.things)
      if (types) await expect(typed).toHaveValue('kept')
      await page.unroute(calls)
      const again = main(page).getByRole('button', retry).first()
      if (await again.isVisible()) await again.click()
      await expect(page.getByText('This may be out of date.')).toHaveCount(0)
      if (!types) return
      await expect(typed).toHaveValue('kept')
      await typed.fill('')
    })

    await test.step('a dialog whose file fails', async () => {
      const openers = (screen.name === 'home' ? page.locator('body') : main(page)).locator('[aria-haspopup=dialog]:visible, [aria-haspopup=menu]:visible')
      for (const nth of await firstOfNewKinds(openers)) await expectOpensAgain(page, openers.nth(nth))
    })

    await test.step('the page is left while loading', async () => {
      await navigate(page, otherPath)
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(title)
      await page.clock.fastForward('05:00')
      const held = await hold(page, calls)
      await navigate(page, path)
      await page.waitForTimeout(300) // it asks
      await navigate(page, otherPath)
      await held.release()
      await waitUntilLoaded(page)
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeHidden()
    })
  })
}

test('MAP-01 a map whose file or worker fails to load shows an error and can be loaded again', async ({ page, visit, log }) => {
  log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)
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
  await page.route(/assets.*worker/, (route) => route.abort())
  const askedForWorker = page.waitForRequest(/assets.*worker/)
  // Some browsers never request a failed file again: the page loads again for them, without the dialog.
  page.once('load', async () => {
    await waitUntilStarted(page)
    await pick.click()
  })
  await dialog.getByRole('button', retry).click()
  await askedForWorker
  await expect(message).toBeVisible()
  await page.unroute(/assets.*worker/)
  await dialog.getByRole('button', retry).click()
  await expect(dialog.locator('canvas')).toBeVisible()
})

// Some browsers never fetch a module again by a URL that failed: here that URL always fails.
test('WISH-01 a heart whose file failed to load appears later, without a reload', async ({ page, api, visit, log }) => {
  log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)
  const { item, store } = await api.simple()
  await page.route(/assets\/heart-[^/]*\.js$/, (route) => route.abort())
  await visit()
  await page.goto(`/store/${store.slug}`)
  await waitUntilStarted(page)
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await expect(new Wishlist(page).heart(item.name)).toBeVisible()
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
})

function expectNetworkErrors(log: Console, { consoleError }: Screen) {
  log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)
  if (consoleError) log.expect(consoleError)
}

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

/** Navigates without a reload, as a link does. */
const navigate = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

/** Lets every cached response expire and returns to the tab, so that the page fetches again. */
async function returnAfterCacheExpires(page: Page) {
  await page.clock.fastForward('10:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  // What was asked is tried twice.
  await page.waitForTimeout(500)
  await page.clock.fastForward('00:05')
  await page.waitForTimeout(500)
}

/** The page's heading, and how many parts it shows. */
async function visibleParts(page: Page) {
  const heading = main(page).getByRole('heading', { level: 1 })
  return {
    heading: (await heading.count()) ? await heading.innerText() : '',
    things: await main(page).locator('article, li, input, form').count(),
  }
}

/** Delays requests until they are released. */
async function hold(page: Page, url: string | RegExp) {
  let release = () => {}
  const open = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await open
    await route.continue().catch(() => {}) // given up by the page
  })
  return {
    release: async () => {
      release()
      await page.unroute(url, { behavior: 'wait' } as never)
    },
  }
}
