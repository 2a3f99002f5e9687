import { expect, type Console, type Page } from './fixtures.ts'
import { main, waitUntilLoaded } from './screen.ts'

/** The button that every part of a page has after a failure, in English and in a pseudo-language. */
export const retry = { name: 'Try again' }

const calls = '**/api/v1/**'

/** Lets the browser log what a test loses on purpose. */
export const expectNetworkErrors = (log: Console) => log.expect(/net::ERR_FAILED|not loaded: |Failed to fetch/)

/** A page that has loaded asks again, and every call fails: it keeps what it shows and what was typed. */
export async function checkFailedRefetch(page: Page) {
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
}

/** Checks that the responses of a page that was left do not change the page that was opened next. */
export async function checkLeftWhileLoading(page: Page, path: string) {
  const heading = main(page).getByRole('heading', { level: 1 })
  const { path: otherPath, title } = anotherPage(path)
  await navigate(page, otherPath)
  await expect(heading).toContainText(title)
  await waitUntilLoaded(page)
  await page.clock.fastForward('05:00')
  const held = await hold(page, calls)
  await navigate(page, path)
  await page.waitForTimeout(300) // the page sends its requests
  await navigate(page, otherPath)
  await held.release()
  await waitUntilLoaded(page)
  await expect(heading).toContainText(title)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeHidden()
}

/** Returns a page that needs other files. A pseudo-language adds to its title, so compare the beginning. */
export const anotherPage = (path: string) =>
  path.startsWith('/track-order') ? { path: '/about-us', title: 'About us' } : { path: '/track-order', title: 'Track order' }

/** Navigates without a reload, as a link does. */
export const navigate = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

/** Lets every cached response expire and returns to the tab, so that the page fetches again. */
async function returnAfterCacheExpires(page: Page) {
  await page.clock.fastForward('10:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  // A request that fails is sent a second time.
  await page.waitForTimeout(500)
  await page.clock.fastForward('00:05')
  await page.waitForTimeout(500)
}

/** Returns the page's heading, and the number of parts that it shows. */
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
    await route.continue().catch(() => {}) // the page has aborted it
  })
  return {
    release: async () => {
      release()
      await page.unroute(url, { behavior: 'wait' } as never)
    },
  }
}
