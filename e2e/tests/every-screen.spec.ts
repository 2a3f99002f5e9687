import { widths } from '../browser.ts'
import { barriers, hardCoded, overflows, tabTo, textsIn, townTexts } from '../checks.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { prepare, readThrough, screens, show, type Screen } from '../screens.ts'
import type { Visit } from '../visit.ts'

const titleOf = ({ name, state }: Screen) => `${name} (${state})`

for (const screen of screens) {
  const { action, open, remark } = screen

  test(`L1 I18N-02 ${titleOf(screen)} is open to everybody, light and dark, in both directions`, async ({
    page,
    shelf,
    log,
    browser,
  }, { project }) => {
    if (remark) log.expect(remark)
    await show(page, shelf, screen, await prepare(page.context(), shelf, screen))
    if (!open) await readThrough(page)
    expect.soft(await barriers(page), 'light').toEqual([])
    expect.soft(await page.locator('h1').count(), 'one h1').toBe(1)
    if (action && project.name === 'desktop') {
      const { reached, unseen } = await tabTo(page, action(page))
      expect.soft(reached, 'the main action is reached by keys').toBe(true)
      expect.soft(unseen, 'focus is seen').toEqual([])
    }

    const mirrored = await browser.newContext({ ...project.use, baseURL: shelf.url, colorScheme: 'dark' })
    const mirror = await mirrored.newPage()
    await show(mirror, shelf, screen, await prepare(mirrored, shelf, screen, 'ar-XB'))
    await expect(mirror.locator('html')).toHaveAttribute('dir', 'rtl')
    // Another scheme and direction change colours and places, not names and roles.
    expect.soft(await barriers(mirror, ['color-contrast', 'target-size']), 'dark, right to left').toEqual([])
    if (project.name === 'desktop') expect.soft(await overflows(mirror, widths), 'right to left').toEqual([])
    await mirrored.close()
  })

  test(`I18N-01 HDR-02 ${titleOf(screen)} says nothing of its own and holds long words @once`, async ({ page, shelf, log }) => {
    if (remark) log.expect(remark)
    const texts = townTexts(page)
    const visit = await prepare(page.context(), shelf, screen, 'en-XA')
    await show(page, shelf, screen, visit)
    await expect
      .poll(async () => hardCoded(page, [...texts, ...Object.values(visit.stored ?? {}), ...(await orders(page, visit))]))
      .toEqual([])
    expect.soft(await overflows(page, widths)).toEqual([])
  })
}

/** What is known of the shopper's orders: a page that follows one hears it in events. */
async function orders(page: Page, { stored }: Visit): Promise<string[]> {
  const known: { id: number; token: string }[] = JSON.parse(stored?.['guest_orders'] ?? '[]')
  const answers = known.map(async ({ id, token }) => {
    const answer = await page.request.get(`/api/v1/orders/${id}?token=${token}`)
    return textsIn(await answer.json())
  })
  return (await Promise.all(answers)).flat()
}
