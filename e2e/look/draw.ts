import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { desktop, phone } from '../browser.ts'
import { test } from '../fixtures.ts'
import { prepare, scrollThrough, show, type Screen } from '../screen.ts'
import type { TownAPI } from '../town-api.ts'

const folder = new URL('../../look/', import.meta.url).pathname
const only = process.env['SCREEN']
/** Every width, colour scheme and language that a screen is drawn in. */
const variants = [phone, desktop].flatMap((viewport) =>
  (['light', 'dark'] as const).flatMap((scheme) => ([undefined, 'ar-XB'] as const).map((language) => ({ viewport, scheme, language }))),
)
type Variant = (typeof variants)[number]
type Picture = { title: string; file: string; width: number }

/** Declares a test for each screen, which draws all its states. */
export function drawScreens(screens: readonly Screen[]) {
  const names = [...new Set(screens.map(({ name }) => name))].filter((name) => !only || name === only)
  for (const name of names) drawScreen(name, screens.filter((screen) => screen.name === name))
}

function drawScreen(name: string, states: readonly Screen[]) {
  test(name, async ({ browser, api }) => {
    await rm(folder + name, { recursive: true, force: true })
    await mkdir(folder + name, { recursive: true })
    const pictures: Picture[] = []
    for (const variant of variants) {
      const seen = states.filter(({ maxWidth = Infinity }) => variant.viewport.width <= maxWidth)
      for (const screen of seen) pictures.push(...(await draw(browser, api, screen, variant)))
    }
    await sheet(browser, name, pictures)
  })
}

/** Draws a state of a screen. If the page waits for responses, also draws its loading and error states. */
async function draw(browser: Browser, api: TownAPI, screen: Screen, variant: Variant): Promise<Picture[]> {
  const drawn: Picture[] = []
  const loadStates = screen.waits ? (['', 'loading', 'error'] as const) : ([''] as const)
  for (const loadState of loadStates) {
    const { viewport, scheme: colorScheme } = variant
    const context = await browser.newContext({ viewport, hasTouch: viewport === phone, colorScheme, baseURL: api.url })
    const file = `${screen.name}/${loadState || screen.state}-${variant.viewport.width}-${variant.scheme}-${variant.language ? 'rtl' : 'ltr'}.png`
    await take(context, api, screen, variant, loadState, folder + file).catch((error: unknown) =>
      console.log(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`),
    )
    await context.close()
    drawn.push({ title: `${loadState || screen.state} ${variant.viewport.width} ${variant.scheme} ${variant.language ?? ''}`, file, width: variant.viewport.width })
  }
  return drawn
}

async function take(context: BrowserContext, api: TownAPI, screen: Screen, variant: Variant, loadState: string, file: string) {
  const visit = await prepare(context, api, screen, variant.language)
  const page = await context.newPage()
  if (!loadState) {
    await show(page, api, screen, visit)
    if (!screen.open) await scrollThrough(page)
  } else {
    // Without the data inside the page, and with responses that never come or fail.
    await page.route(/\/api\/v1\//, (route) => {
      if (!screen.waits?.test(route.request().url())) return route.continue()
      return loadState === 'error' ? route.abort() : undefined
    })
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/<script type="application\/json" id="hk-data">.*?<\/script>/s, '')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(await screen.path(api, visit))
    await page.waitForTimeout(loadState === 'error' ? 4_000 : 1_500)
  }
  await page.screenshot({ path: file, fullPage: !screen.open })
}

/** All pictures of a screen on one sheet, so that it is leafed through in a minute. */
async function sheet(browser: Browser, name: string, pictures: readonly Picture[]) {
  const figures = await Promise.all(
    pictures.map(async ({ title, file, width }) => {
      const image = await readFile(folder + file).catch(() => undefined)
      const picture = image ? `<img src="data:image/png;base64,${image.toString('base64')}">` : '<p>missing</p>'
      return `<figure style="width:${width < 700 ? 195 : 480}px">${picture}<figcaption>${title}</figcaption></figure>`
    }),
  )
  const style = 'body{margin:16px;display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start;font:12px sans-serif}figure{margin:0}img{width:100%;border:1px solid #ccc}'
  const page = await browser.newPage({ viewport: { width: 2080, height: 1000 } })
  await page.setContent(`<style>${style}</style>${figures.join('')}`)
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true })
  await page.close()
  await writeFile(`${folder}.gitignore`, '*\n')
}
