import type { Locator } from '@playwright/test'
import { expect, test, type Console, type Page } from '../fixtures.ts'
import { prepare, screens, waitUntilLoaded, type Screen } from '../screens.ts'
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

/** They have no file of their own that could be lost. */
const withoutOwnFile = new Set(['about-us', 'help-and-support'])

for (const screen of pages) {
  test(`API-07 ${screen.name} outlives a lost file, a lost answer, and being left`, async ({ page, api, log }) => {
    expectNetworkErrors(log, screen)
    await page.clock.install()
    const visit = await prepare(page, api, screen)
    const path = await screen.path(api, visit)
    // Made of another file.
    const otherPath = path.startsWith('/track-order') ? '/about-us' : '/track-order'
    await page.goto(otherPath)
    await waitUntilStarted(page)
    await waitUntilLoaded(page)
    const title = await main(page).getByRole('heading', { level: 1 }).innerText()

    await test.step('a file that does not come', async () => {
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
      await waitUntilLoaded(page)
      expect(await unstyled(page)).toEqual([])
    })

    await test.step('an answer that does not come again', async () => {
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

    await test.step('what opens over it, when its file does not come', async () => {
      const openers = (screen.name === 'home' ? page.locator('body') : main(page)).locator('[aria-haspopup=dialog]:visible, [aria-haspopup=menu]:visible')
      for (let nth = 0; nth < (await openers.count()); nth++) await expectOpensAgain(page, openers.nth(nth))
    })

    await test.step('left while it asks', async () => {
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

test('MAP-01 a map whose file or worker does not come says so, and is tried again', async ({ page, visit, log }) => {
  log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)
  await visit()
  await page.goto('/')
  await waitUntilStarted(page)
  const dialog = page.getByRole('dialog')
  const message = dialog.getByText('The map did not load.')
  await page.route(/assets.*town-map/, (route) => route.abort())
  await main(page).getByRole('button', { name: 'Pick from map' }).click()
  await expect(message).toBeVisible()
  await page.unroute(/assets.*town-map/)
  await page.route(/assets.*worker/, (route) => route.abort())
  await Promise.all([page.waitForRequest(/assets.*worker/), dialog.getByRole('button', retry).click()])
  await expect(message).toBeVisible()
  await page.unroute(/assets.*worker/)
  await dialog.getByRole('button', retry).click()
  await expect(dialog.locator('canvas')).toBeVisible()
})

function expectNetworkErrors(log: Console, { consoleError }: Screen) {
  log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)
  if (consoleError) log.expect(consoleError)
}

/** Opens what a button opens while no file comes, and again when they do. */
async function expectOpensAgain(page: Page, opener: Locator) {
  const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true }).first()
  const message = page.getByRole('alert').filter({ hasText: noFile })
  await page.route(files, (route) => route.abort())
  await opener.click()
  await expect(message.or(over).first()).toBeVisible()
  await page.unroute(files)
  if (await message.isVisible()) {
    await message.getByRole('button').click()
    await opener.click()
    await expect(over).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(over).toBeHidden()
}

/** The stylesheets that did not come. */
const unstyled = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).map(({ href }) => href))

/** Goes on within the page, as a link does. */
const navigate = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

/** Looks otherPath until every answer is old, and comes back: what is shown is asked for again. */
async function returnAfterCacheExpires(page: Page) {
  await page.clock.fastForward('10:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  // What was asked is tried twice.
  await page.waitForTimeout(500)
  await page.clock.fastForward('00:05')
  await page.waitForTimeout(500)
}

/** What the page shows: its heading, and how many things. */
async function visibleParts(page: Page) {
  const heading = main(page).getByRole('heading', { level: 1 })
  return {
    heading: (await heading.count()) ? await heading.innerText() : '',
    things: await main(page).locator('article, li, input, form').count(),
  }
}

/** Keeps requests waiting until they are released. */
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
