import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { desktop, phone } from '../browser.ts'
import { test } from '../fixtures.ts'
import { prepare, readThrough, screens, show, type Screen } from '../screens.ts'
import type { Shelf } from '../shelf.ts'

const folder = new URL('../../look/', import.meta.url).pathname
const only = process.env['SCREEN']
const names = [...new Set(screens.map(({ name }) => name))].filter((name) => !only || name === only)

/** Every way a screen is looked at. */
const ways = [phone, desktop].flatMap((viewport) =>
  (['light', 'dark'] as const).flatMap((scheme) => ([undefined, 'ar-XB'] as const).map((language) => ({ viewport, scheme, language }))),
)
type Way = (typeof ways)[number]
type Picture = { title: string; file: string; width: number }

for (const name of names) {
  const states = screens.filter((screen) => screen.name === name)
  test(name, async ({ browser, shelf }) => {
    await rm(folder + name, { recursive: true, force: true })
    await mkdir(folder + name, { recursive: true })
    const pictures: Picture[] = []
    for (const way of ways) {
      const seen = states.filter(({ widest = Infinity }) => way.viewport.width <= widest)
      for (const screen of seen) pictures.push(...(await draw(browser, shelf, screen, way)))
    }
    await sheet(browser, name, pictures)
  })
}

/** One state in one way; where the page waits for answers, also while they are awaited and when they fail. */
async function draw(browser: Browser, shelf: Shelf, screen: Screen, way: Way): Promise<Picture[]> {
  const drawn: Picture[] = []
  const moods = screen.waits ? (['', 'loading', 'error'] as const) : ([''] as const)
  for (const mood of moods) {
    const { viewport, scheme: colorScheme } = way
    const context = await browser.newContext({ viewport, hasTouch: viewport === phone, colorScheme, baseURL: shelf.url })
    const file = `${screen.name}/${mood || screen.state}-${way.viewport.width}-${way.scheme}-${way.language ? 'rtl' : 'ltr'}.png`
    await take(context, shelf, screen, way, mood, folder + file).catch((error: unknown) =>
      console.log(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`),
    )
    await context.close()
    drawn.push({ title: `${mood || screen.state} ${way.viewport.width} ${way.scheme} ${way.language ?? ''}`, file, width: way.viewport.width })
  }
  return drawn
}

async function take(context: BrowserContext, shelf: Shelf, screen: Screen, way: Way, mood: string, file: string) {
  const visit = await prepare(context, shelf, screen, way.language)
  const page = await context.newPage()
  if (!mood) {
    await show(page, shelf, screen, visit)
    if (!screen.open) await readThrough(page)
  } else {
    // Without what came inside the page, and with answers that stay away or fail.
    await page.route(/\/api\/v1\//, (route) => {
      if (!screen.waits?.test(route.request().url())) return route.continue()
      return mood === 'error' ? route.abort() : undefined
    })
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/<script type="application\/json" id="hk-data">.*?<\/script>/s, '')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(await screen.path(shelf, visit))
    await page.waitForTimeout(mood === 'error' ? 4_000 : 1_500)
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
