import { desktop, phone, widths } from '../browser.ts'
import { barriers, wrongWords, overflows, tabTo, textsIn, townTexts } from '../checks.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { lived, prepare, readThrough, screens, show, stands, type Screen } from '../screens.ts'
import type { Visit } from '../visit.ts'

/** The rules about how things look: another scheme and direction change colours and places, not names and roles. */
const seen = ['color-contrast', 'target-size']

/** On these the frame around the page is looked at in every way; on the others it is the same. */
const framed = new Set(['landing', 'home', 'store', 'checkout', 'profile'])

for (const screen of screens) {
  const { name, state, action, open, remark, widest = Infinity } = screen
  const wide = widest < desktop.width ? { ...desktop, width: widest } : desktop
  const isOwn = !framed.has(name)
  const ways = widths.filter((width) => width <= widest)

  test(`L1 I18N-01 I18N-02 HDR-02 ${name} (${state}) is for everybody, at every width, in every language`, async ({
    context,
    shelf,
    log,
  }) => {
    if (remark) log.expect(remark)

    const life = await lived(shelf, screen)

    await test.step('light, from left to right', async () => {
      const page = await context.newPage()
      await page.setViewportSize(wide)
      await show(page, shelf, screen, await prepare(page, shelf, screen, undefined, life))
      if (!open) await readThrough(page)
      expect.soft(await page.locator('h1').count(), 'one h1').toBe(1)
      expect.soft(await barriers(page), 'wide').toEqual([])
      if (action) {
        const { reached, unseen } = await tabTo(page, action(page))
        expect.soft(reached, 'the main action is reached by keys').toBe(true)
        expect.soft(unseen, 'focus is seen').toEqual([])
      }
      await becomePhone(page)
      expect.soft(await barriers(page, { isOwn }), 'phone').toEqual([])
      await page.close()
    })

    await test.step('dark, from right to left, in long words that are none of its own', async () => {
      const page = await context.newPage()
      await page.setViewportSize(wide)
      await page.emulateMedia({ colorScheme: 'dark' })
      const texts = townTexts(page)
      const visit = await prepare(page, shelf, screen, 'ar-XB', life)
      await show(page, shelf, screen, visit)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      if (!open) await readThrough(page)
      await expect
        .poll(async () => wrongWords(page, [...texts, ...Object.values(visit.stored ?? {}), ...(await orders(page, visit))]))
        .toEqual([])
      expect.soft(await barriers(page, { rules: seen, isOwn }), 'wide').toEqual([])
      expect.soft(await overflows(page, ways)).toEqual([])
      await becomePhone(page)
      expect.soft(await barriers(page, { rules: seen, isOwn }), 'phone').toEqual([])
      await page.close()
    })
  })
}

/** As narrow as a phone, and touched instead of pointed at. */
async function becomePhone(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(phone)
  await stands(page)
}

/** What is known of the shopper's orders: a page that follows one hears it in events. */
async function orders(page: Page, { stored }: Visit): Promise<string[]> {
  const known: { id: number; token: string }[] = JSON.parse(stored?.['guest_orders'] ?? '[]')
  const answers = known.map(async ({ id, token }) => {
    const answer = await page.request.get(`/api/v1/orders/${id}`, { headers: { 'X-Order-Token': token } })
    return textsIn(await answer.json())
  })
  return (await Promise.all(answers)).flat()
}
