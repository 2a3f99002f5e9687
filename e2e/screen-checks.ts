import { desktop, phone, widths } from './browser.ts'
import { accessibilityErrors, brokenLinks, wrongTexts, overflows, tabTo, textsIn, townTexts } from './checks.ts'
import { expect, testInOneTab as test, type Page } from './fixtures.ts'
import { createVisit, prepare, scrollThrough, show, waitUntilLoaded, type Screen } from './screen.ts'
import type { Visit } from './storage.ts'

/** Rules about appearance: another colour scheme and direction change colours and positions, not names and roles. */
const visualRules = ['color-contrast', 'target-size']

/** On these screens, in their first state, the frame around the page is checked at every turn; on the others it is the same. */
const withFrame = new Set(['landing', 'home', 'store', 'checkout', 'profile'])

/**
 * Declares the test of each screen. Its first state is loaded twice: light, in English, and dark, in the
 * pseudo-language from right to left. The other states are loaded once, in the pseudo-language, which
 * keeps the English names of controls, and switch from light to dark.
 */
export function checkScreens(screens: readonly Screen[]) {
  for (const screen of screens) checkScreen(screen, screens.find(({ name }) => name === screen.name) === screen)
}

function checkScreen(screen: Screen, isFirstState: boolean) {
  const { name, state, action, open, singleUse, consoleError, maxWidth = Infinity } = screen
  const wide = maxWidth < desktop.width ? { ...desktop, width: maxWidth } : desktop
  const contentOnly = !withFrame.has(name) || !isFirstState
  const widthsToCheck = widths.filter((width) => width <= maxWidth)

  test(`L1 I18N-01 I18N-02 HDR-02 ${name} (${state}) is accessible, at every width and in every language`, async ({
    page,
    api,
    log,
  }) => {
    if (consoleError) log.expect(consoleError)

    const created = singleUse ? undefined : await createVisit(api, screen)

    const checkAction = async () => {
      expect.soft(await page.locator('h1').count(), 'one h1').toBe(1)
      if (!action) return
      const { reached, unseen } = await tabTo(page, action(page), { contentOnly })
      expect.soft(reached, 'the main action is reached by keys').toBe(true)
      expect.soft(unseen, 'focus is seen').toEqual([])
    }
    const checkOnPhone = async (rules?: string[]) => {
      const switchBack = await switchToPhone(page)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' })) // bars may cover the control that the keys reached
      expect.soft(await accessibilityErrors(page, { ...(rules && { rules }), contentOnly }), 'phone').toEqual([])
      await switchBack()
    }

    const checkLinks = async () => expect.soft(await brokenLinks(page), 'every link leads somewhere').toEqual([])

    if (isFirstState) {
      await test.step('left to right, in English', async () => {
        await page.setViewportSize(wide)
        await show(page, api, screen, await prepare(page, api, screen, undefined, created))
        if (!open) await scrollThrough(page)
        expect.soft(await accessibilityErrors(page, { longLists: true }), 'wide').toEqual([])
        await checkLinks()
        await checkAction()
        await checkOnPhone()
      })
    }

    await test.step('right to left, in a pseudo-language', async () => {
      await page.setViewportSize(wide)
      await page.emulateMedia({ colorScheme: isFirstState ? 'dark' : 'light' })
      const texts = townTexts(page)
      const visit = await prepare(page, api, screen, 'ar-XB', created)
      await show(page, api, screen, visit)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      if (!open) await scrollThrough(page)
      await expect
        .poll(async () => wrongTexts(page, [...texts, ...Object.values(visit.stored ?? {}), ...(await orders(page, visit))]))
        .toEqual([])
      if (!isFirstState) {
        expect.soft(await accessibilityErrors(page), 'wide and light').toEqual([])
        await checkLinks()
        await checkAction()
        await page.emulateMedia({ colorScheme: 'dark' })
      }
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
      expect.soft(await accessibilityErrors(page, { rules: visualRules, contentOnly }), 'wide').toEqual([])
      expect.soft(await overflows(page, widthsToCheck)).toEqual([])
      await checkOnPhone(isFirstState ? visualRules : undefined)
    })
  })
}

/** Switches to the width of a phone and to touch. Returns what ends the touch. */
async function switchToPhone(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(phone)
  await waitUntilLoaded(page)
  return () => browser.detach()
}

/** Texts of the shopper's orders, which a page gets in events instead of responses. */
async function orders(page: Page, { stored }: Visit): Promise<string[]> {
  const known: { id: number; token: string }[] = JSON.parse(stored?.['guest_orders'] ?? '[]')
  const answers = known.map(async ({ id, token }) => {
    const answer = await page.request.get(`/api/v1/orders/${id}`, { headers: { 'X-Order-Token': token } })
    return textsIn(await answer.json())
  })
  return (await Promise.all(answers)).flat()
}
