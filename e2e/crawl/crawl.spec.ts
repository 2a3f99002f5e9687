import { desktop, phone } from '../browser.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { createVisit, main, prepare, show, waitUntilLoaded, type Screen } from '../screen.ts'
import { messageScreens } from '../screens-messages.ts'
import { screens } from '../screens.ts'
import type { TownAPI } from '../town-api.ts'
import { controlsOf, locate, watchChanges } from './controls.ts'

const only = process.env['SCREEN']

/** The frame around the page is the same on most screens. */
const withFrame = new Set(['landing', 'home', 'store', 'profile'])

// A press may be refused: a form without its fields, a code that is wrong, an item that is sold out.
const refused = /status of (400|401|403|404|409|413|422|429)/

const all = [...screens, ...messageScreens]
const names = [...new Set(all.map(({ name }) => name))].filter((name) => !only || name === only)

for (const name of names) {
  test(`${name}: every control does something`, async ({ page, api, log }) => {
    log.expect(refused)
    const pressed = new Set<string>() // in any state of the screen
    for (const screen of all.filter((each) => each.name === name)) {
      if (screen.consoleError) log.expect(screen.consoleError)
      await test.step(screen.state, () => pressAll(page, api, screen, pressed))
    }
  })
}

async function pressAll(page: Page, api: TownAPI, screen: Screen, pressed: Set<string>) {
  const width = screen.maxWidth ? Math.min(screen.maxWidth, desktop.width) : desktop.width
  await page.setViewportSize(screen.maxWidth === phone.width ? phone : { ...desktop, width })
  const open = async () => show(page, api, screen, await prepare(page, api, screen, undefined, screen.singleUse ? undefined : await createVisit(api, screen)))
  const part = screen.open ? page.locator('[role=dialog], main').last() : withFrame.has(screen.name) ? page.locator('body') : main(page)

  await open()
  const controls = (await controlsOf(part)).filter(({ kind, name }) => {
    const key = `${kind} ${name.replaceAll(/\d+/g, '')}`
    return !pressed.has(key) && pressed.add(key)
  })
  for (const control of controls) {
    const wrong = await press(page, open, () => locate(part, control), api.url).catch((error: unknown) => String(error).split('\n')[0])
    expect.soft(wrong, `${screen.state}: ${control.name} <${control.kind.slice(0, 60)}>`).toBe('')
  }
  console.log(`${screen.name} (${screen.state}): ${controls.length} controls`)
}

/** Presses a control on a new page. Returns what is wrong with what follows. */
async function press(page: Page, open: () => Promise<void>, find: () => ReturnType<typeof locate>, town: string): Promise<string> {
  const failed: string[] = []
  const note = (answer: { status: () => number; url: () => string }) => {
    if (answer.status() >= 500) failed.push(`${answer.url()}: ${answer.status()}`)
  }
  page.on('response', note)
  try {
    await open()
    const changed = await watchChanges(page)
    const found = find()
    await found.click({ timeout: 5_000, noWaitAfter: true }).catch(() => found.focus({ timeout: 1_000 }))
    if (!(await changed())) return 'does nothing'
    await page.waitForLoadState('domcontentloaded')
    if (!page.url().startsWith(town)) return '' // another site
    await waitUntilLoaded(page)
    const shown = await page.locator('body').innerText()
    if (shown.trim().length < 20) return 'leaves a blank page'
    const problem = main(page).getByText(/There is no such page|Something went wrong/).first()
    await problem.waitFor({ state: 'detached', timeout: 3_000 }).catch(() => failed.push(`leads to a problem at ${page.url()}`))
    return failed.join(', ')
  } finally {
    page.off('response', note)
  }
}
