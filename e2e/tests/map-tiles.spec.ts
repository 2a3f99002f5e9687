import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { Landing } from '../pages/landing.ts'
import { pixelsOf } from '../pixels.ts'
import { startTown } from '../town.ts'

test.use({ viewport: { width: 800, height: 600 } }) // the processor draws every pixel of the map

const pink = 'rgb(255, 0, 128)'
const credits = ['--maps-tiles-credits', '[© OpenStreetMap contributors](https://www.openstreetmap.org/copyright)']

/** A PNG of 256 × 256 pixels, all pink. */
function pinkTile(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0])
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: 256 }, () => Buffer.from([255, 0, 128]))])
  const lines = Buffer.concat(Array.from({ length: 256 }, () => line))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}

/** A PMTiles file with one tile, that of the whole world. */
function pinkFile(): Buffer {
  const tile = pinkTile()
  const size = tile.length // two bytes as a varint
  const directory = Buffer.from([1, 0, 1, (size & 127) | 128, size >> 7, 1])
  const header = Buffer.alloc(127)
  header.write('PMTiles\u0003')
  header.writeBigUInt64LE(127n, 8)
  header.writeBigUInt64LE(BigInt(directory.length), 16)
  header.writeBigUInt64LE(BigInt(127 + directory.length), 56)
  header.writeBigUInt64LE(BigInt(size), 64)
  header.set([1, 1, 2, 0, 0], 97)
  return Buffer.concat([header, directory, tile])
}

/** Opens the map of the landing page, and fails on anything that the browser refuses. */
async function openMap(page: Page, url: string) {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.goto(url)
  const picker = await new Landing(page).openMap()
  return { picker, refused }
}

const canvas = '[role=dialog] canvas'

test('MAP-01 the map is made of the pictures of a file', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hawker-tiles-'))
  await writeFile(join(folder, 'town.pmtiles'), pinkFile())
  const town = await startTown(['--maps-tiles-file', join(folder, 'town.pmtiles'), ...credits])
  try {
    const { picker, refused } = await openMap(page, town.url)
    await expect.poll(() => pixelsOf(page, canvas, pink), 'pictures').toBeGreaterThan(2000)
    await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
    await picker.find('Fish Market')
    await expect(picker.use).toBeEnabled()
    expect(refused).toEqual([])
  } finally {
    await town.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('MAP-01 the map is made of pictures of another server, and works while that does not respond', async ({ page }) => {
  let respond: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' }).end(pinkTile())
  }
  const tiles = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => tiles.once('listening', resolve))
  const { port } = tiles.address() as AddressInfo
  const town = await startTown(['--maps-tiles-url', `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, ...credits])
  try {
    const first = await openMap(page, town.url)
    await expect.poll(() => pixelsOf(page, canvas, pink), 'pictures').toBeGreaterThan(2000)

    respond = () => {} // hangs
    const second = await openMap(page, town.url)
    await second.picker.find('Fish Market')
    await expect(second.picker.use).toBeEnabled()
    await expect(page.locator(canvas)).toHaveCSS('opacity', '1')
    expect([...first.refused, ...second.refused]).toEqual([])
  } finally {
    await town.stop()
    tiles.closeAllConnections()
    tiles.close()
  }
})
