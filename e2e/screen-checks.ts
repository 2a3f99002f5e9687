import { desktop, farthestWidths, phone, widths } from './browser.ts'
import { accessibilityErrors, brokenLinks, wrongTexts, overflows, tabTo, textsIn, townTexts } from './checks.ts'
import { expect, testInOneTab as test, type Page } from './fixtures.ts'
import { checkFailedRefetch, checkLeftWhileLoading, expectNetworkErrors } from './page-failures.ts'
import { createVisit, prepare, scrollThrough, show, waitUntilLoaded, type Screen } from './screen.ts'
import type { Visit } from './storage.ts'

/** On these screens, in their first state, the frame around the page is checked at every turn; on the others it is the same. */
const withFrame = new Set(['landing', 'store', 'checkout', 'profile'])

/**
 * Declares the test of each screen. Each state is loaded once, in the pseudo-language, which keeps the
 * English names of controls and is read from right to left. The first state of a screen is checked wide
 * and light, and as on a phone and dark. Its other states look like it, so they are checked in one of the
 * two ways by turns. The screens that stand for the frame are loaded again from left to right, the other
 * way round.
 *
 * With failures, the first state of each page also meets calls that fail, and is left while it loads. The test needs a
 * clock of its own for it.
 */
export function checkScreens(all: readonly Screen[], { failures = false } = {}) {
  const screens = all.filter(({ pictureOnly }) => !pictureOnly)
  for (const maps of [true, false])
    test.describe(() => {
      test.use({ maps })
      for (const screen of screens.filter(({ map = false }) => map === maps)) {
        const states = screens.filter(({ name }) => name === screen.name)
        checkScreen(screen, states.indexOf(screen), failures)
      }
    })
}

/** Which checks a state of a screen gets. */
function planOf({ name, open, maxWidth = Infinity }: Screen, nth: number, failures: boolean) {
  const isFirstState = nth === 0
  const checksFrame = isFirstState && withFrame.has(name)
  return {
    isFirstState,
    checksWide: isFirstState || nth % 2 === 1,
    checksPhone: isFirstState || nth % 2 === 0,
    checksFrame,
    contentOnly: !checksFrame,
    meetsFailures: failures && isFirstState && !open && name !== 'not-found',
    wide: maxWidth < desktop.width ? { ...desktop, width: maxWidth } : desktop,
    checkedWidths: (isFirstState ? widths : farthestWidths).filter((width) => width <= maxWidth),
  }
}

type Plan = ReturnType<typeof planOf>

function checkScreen(screen: Screen, nth: number, failures: boolean) {
  const { name, state, open, singleUse, consoleError } = screen
  const plan = planOf(screen, nth, failures)
  const survives = plan.meetsFailures ? ', API-07 and survives failed calls' : ''

  test(`L1 I18N-01 I18N-02 HDR-02 ${name} (${state}) is accessible, at every width and in every language${survives}`, async ({
    page,
    api,
    log,
  }) => {
    if (consoleError) log.expect(consoleError)

    const created = singleUse ? undefined : await createVisit(api, screen)
    const load = async (language: string | undefined, colorScheme: 'light' | 'dark') => {
      await page.setViewportSize(plan.wide)
      await page.emulateMedia({ colorScheme })
      const visit = await prepare(page, api, screen, language, created)
      await show(page, api, screen, visit)
      if (!open) await scrollThrough(page)
      return visit
    }

    const visit = await test.step('right to left, in a pseudo-language', async () => {
      const texts = townTexts(page)
      const visit = await load('ar-XB', 'light')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect
        .poll(async () => wrongTexts(page, [...texts, ...Object.values(visit.stored ?? {}), ...(await orders(page, visit))]))
        .toEqual([])
      if (plan.checksWide) await checkWide(page, plan)
      expect.soft(await brokenLinks(page), 'every link leads somewhere').toEqual([])
      await checkAction(page, screen, plan)
      expect.soft(await overflows(page, plan.checkedWidths)).toEqual([])
      if (plan.checksPhone) await checkOnPhone(page, plan, 'dark')
      return visit
    })

    if (plan.checksFrame) {
      await test.step('left to right, in English', async () => {
        await load(undefined, 'dark')
        await checkWide(page, plan)
        await checkAction(page, screen, plan)
        await checkOnPhone(page, plan, 'light')
      })
    }

    if (plan.meetsFailures) {
      log.expectSilence()
      expectNetworkErrors(log)
      await page.setViewportSize(plan.wide)
      await test.step('calls fail when the page asks again', () => checkFailedRefetch(page))
      await test.step('the page is left while it loads', async () => checkLeftWhileLoading(page, await screen.path(api, visit)))
    }
  })
}

async function checkWide(page: Page, { isFirstState, contentOnly }: Plan) {
  if (!isFirstState) return void expect.soft(await accessibilityErrors(page, { contentOnly }), 'wide').toEqual([])
  expect.soft(await accessibilityErrors(page, { rules: 'structure', longLists: true }), 'wide').toEqual([])
  expect.soft(await accessibilityErrors(page, { rules: 'appearance', contentOnly }), 'wide').toEqual([])
}

async function checkAction(page: Page, { action }: Screen, { contentOnly }: Plan) {
  expect.soft(await page.locator('h1').count(), 'one h1').toBe(1)
  if (!action) return
  const { reached, unseen } = await tabTo(page, action(page), { contentOnly })
  expect.soft(reached, 'the main action is reached by keys').toBe(true)
  expect.soft(unseen, 'focus is seen').toEqual([])
}

async function checkOnPhone(page: Page, { contentOnly }: Plan, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
  const switchBack = await switchToPhone(page)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' })) // bars may cover the control that the keys reached
  expect.soft(await accessibilityErrors(page, { contentOnly }), 'phone').toEqual([])
  await switchBack()
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
