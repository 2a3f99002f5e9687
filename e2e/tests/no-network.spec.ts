import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as browsers, expect, test } from '@playwright/test'
import { chromium } from '../browser.ts'
import { Landing } from '../pages/landing.ts'
import { pixelsOf } from '../pixels.ts'
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

test('MAP-01 LOC-05 TRAP_D14 place search and the map with its streets and names work without a network', async () => {
  test.skip(!may, 'this machine lets nobody make a network of their own (unshare --map-root-user --net, ip)')
  const folder = await mkdtemp(join(tmpdir(), 'hawker-alone-'))
  const town = await startTown([], {}, alone)
  const browser = await beside(town.pid, folder)
  try {
    const page = await browser.newPage({ baseURL: town.url, viewport: { width: 800, height: 600 } })
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
