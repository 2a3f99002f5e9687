import { mkdir } from 'node:fs/promises'
import { desktop, phone } from '../browser.ts'
import { test } from '../fixtures.ts'
import { prepare, show } from '../screen.ts'
import { screens } from '../screens.ts'

const folder = new URL('../../docs/pictures/', import.meta.url).pathname

/** The README's pictures, side by side at one height, px. They are committed: only make look SCREEN=readme draws them. */
const height = 600
const pictures = [
  { file: 'home', name: 'home', state: 'loaded', viewport: desktop, colorScheme: 'light' },
  { file: 'dish', name: 'item', state: 'loaded', viewport: phone, colorScheme: 'light' },
  { file: 'shop', name: 'store', state: 'loaded', viewport: phone, colorScheme: 'dark' },
] as const

test('readme', async ({ browser, api }) => {
  await mkdir(folder, { recursive: true })
  for (const { file, name, state, viewport, colorScheme } of pictures) {
    const screen = screens.find((each) => each.name === name && each.state === state)!
    const context = await browser.newContext({ viewport, colorScheme, baseURL: api.url, deviceScaleFactor: height / viewport.height })
    const visit = await prepare(context, api, screen)
    const page = await context.newPage()
    await show(page, api, screen, visit)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${folder}${file}.jpg`, type: 'jpeg', quality: 80 })
    await context.close()
  }
})
