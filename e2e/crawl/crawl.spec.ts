import { desktop, phone } from '../browser.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { createVisit, main, prepare, show, waitUntilLoaded, type Screen } from '../screen.ts'
import { messageScreens } from '../screens-messages.ts'
import { screens } from '../screens.ts'
import { controlsOf, locate, watchChanges, type Control } from './controls.ts'

const only = process.env['SCREEN']

/** The frame around the page is the same on most screens. */
const withFrame = new Set(['landing', 'home', 'store', 'profile'])

// A press may be refused: a form without its fields, a code that is wrong, an item that is sold out.
const refused = /status of (400|401|403|404|409|413|422|429)/

for (const screen of [...screens, ...messageScreens].filter(({ name }) => !only || name === only)) {
  test(`${screen.name} (${screen.state}): every control does something`, async ({ page, api, log }) => {
    log.expect(refused)
    if (screen.consoleError) log.expect(screen.consoleError)
    const width = screen.maxWidth ? Math.min(screen.maxWidth, desktop.width) : desktop.width
    await page.setViewportSize(screen.maxWidth === phone.width ? phone : { ...desktop, width })

    const failed: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 500) failed.push(`${answer.url()}: ${answer.status()}`)
    })
    const open = async () => {
      await show(page, api, screen, await prepare(page, api, screen, undefined, screen.singleUse ? undefined : await createVisit(api, screen)))
    }
    const part = screen.open ? page.locator('[role=dialog], main').last() : withFrame.has(screen.name) ? page.locator('body') : main(page)
    const press = async (control: Control) => {
      await open()
      const changed = await watchChanges(page)
      const found = locate(part, control)
      await found.click({ timeout: 5_000, noWaitAfter: true }).catch(() => found.focus({ timeout: 1_000 }))
      if (!(await changed())) return 'does nothing'
      await page.waitForLoadState('domcontentloaded')
      if (!page.url().startsWith(api.url)) return '' // another site
      await waitUntilLoaded(page)
      const shown = await page.locator('body').innerText()
      if (shown.trim().length < 20) return 'leaves a blank page'
      if (/There is no such page|Something went wrong/.test(shown)) return `leads to ${page.url()}: ${shown.slice(0, 80)}`
      return failed.splice(0).join(', ')
    }

    await open()
    const controls = await controlsOf(part)
    expect(controls.length, 'there is something to press').toBeGreaterThan(0)
    for (const control of controls) {
      const wrong = await press(control).catch((error: unknown) => String(error).split('\n')[0])
      expect.soft(wrong, `${control.name} <${control.kind.slice(0, 60)}>`).toBe('')
    }
    console.log(`${screen.name} (${screen.state}): ${controls.length} controls`)
  })
}
