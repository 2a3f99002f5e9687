import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as browsers, expect, test, type Page } from '@playwright/test'
import { chromium } from '../browser.ts'
import { Landing } from '../pages/landing.ts'
import { startTown } from '../town.ts'

test.use({ deviceScaleFactor: 1 }) // it counts pixels

/** Runs a command in a network that knows nothing but itself. */
const alone = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'alone']
const may = spawnSync(alone[0]!, [...alone.slice(1), 'true']).status === 0

/** A Chromium that sees the network of another process. */
async function beside(pid: number, folder: string) {
  const starter = join(folder, 'chromium')
  await writeFile(starter, `#!/bin/sh\nexec nsenter --user --net --preserve-credentials --target ${pid} ${chromium.executablePath} "$@"\n`)
  await chmod(starter, 0o755)
  return browsers.launch({ ...chromium, executablePath: starter })
}

/** How many pixels of an element have about a colour, such as rgb(87, 83, 73): small letters are soft at their edges. */
async function pixelsOf(page: Page, selector: string, color: string): Promise<number> {
  const picture = await page.locator(selector).screenshot()
  const reader = await page.context().browser()!.newPage()
  const count = await reader.evaluate(
    async ({ base64, color: wanted }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const [red = 0, green = 0, blue = 0] = wanted.match(/\d+/g)!.map(Number)
      const isNear = (at: number, channel: number) => Math.abs(data[at]! - channel) < 20
      let found = 0
      for (let at = 0; at < data.length; at += 4) {
        if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) found++
      }
      return found
    },
    { base64: picture.toString('base64'), color },
  )
  await reader.close()
  return count
}

test('MAP-01 LOC-05 TRAP_D14 place search and the map with its streets and names work without a network', async () => {
  test.skip(!may, 'this machine lets nobody make a network of their own (unshare --map-root-user --net, ip)')
  const folder = await mkdtemp(join(tmpdir(), 'hawker-alone-'))
  const town = await startTown([], {}, alone)
  const browser = await beside(town.pid, folder)
  try {
    const page = await browser.newPage({ baseURL: town.url, viewport: { width: 1440, height: 900 } })
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(request.url()))
    const landing = new Landing(page)
    await landing.open()
    const picker = await landing.openMap()
    await picker.find('Fish Market')
    await expect(picker.use).toBeEnabled()
    await expect(picker.status()).not.toBeEmpty()

    const token = (name: string) =>
      page.evaluate((wanted) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(${wanted})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }, name)
    const canvas = '[role=dialog] canvas'
    const [street, label] = [await token('--hk-map-street'), await token('--hk-text-2')]
    await expect.poll(() => pixelsOf(page, canvas, street), 'streets').toBeGreaterThan(2000)
    await expect.poll(() => pixelsOf(page, canvas, label), 'names of streets').toBeGreaterThan(200)
    expect(failed).toEqual([])
  } finally {
    await browser.close()
    await town.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
