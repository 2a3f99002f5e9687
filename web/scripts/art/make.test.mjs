import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { vector } from './emoji.mjs'
import { faults, makeArt } from './make.mjs'
import { RECIPES } from './recipes.mjs'
import { backdrop } from './scene.mjs'

vi.setConfig({ testTimeout: 30_000 }) // pictures are drawn in earnest

const burger = {
  key: 'item/burger',
  kind: 'item',
  palette: 'mint',
  main: 'hamburger',
  accents: ['tomato', 'egg'],
  zoom: true,
}
const heart = { key: 'sprite/red-heart', kind: 'sprite', main: 'red-heart' }

let dir
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'art-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** Makes pictures in the folder `out`, with the cache `cache`, both in the test's own folder. */
const make = (entries, out = 'out', cache = 'cache') =>
  makeArt({ entries, out: join(dir, out), cache: join(dir, cache) })
const read = (name, out = 'out') => readFile(join(dir, out, name))
const index = async (out = 'out') => JSON.parse(await read('index.json', out))
const size = async (name) => {
  const { width, height } = await sharp(await read(name)).metadata()
  return [width, height]
}

test('every picture of the demo town can be drawn', async () => {
  expect(
    faults(JSON.parse(await readFile(join(import.meta.dirname, '../../../internal/demo/art.json'), 'utf8'))),
  ).toEqual([])
})

test('what cannot be drawn is said at once and in full, and nothing is written', async () => {
  const bad = [
    { ...burger, main: 'hamburgler', accents: ['tomato', 'tomatoe'] },
    { ...heart, kind: 'spirit' },
    { ...heart, key: 'Sprite/../heart' },
    { ...burger, palette: 'beige' },
  ]
  const error = await make(bad).catch((e) => e)
  for (const what of ['"hamburgler"', '"tomatoe"', '"spirit"', 'not a picture key', '"beige"', 'listed twice'])
    expect(error.message).toContain(what)
  expect(await readdir(dir)).toEqual([])
})

test('each kind has its size', async () => {
  const entries = [
    burger,
    { ...burger, key: 'store/grill', kind: 'store' },
    { ...burger, key: 'logo/grill', kind: 'logo', zoom: false },
    { ...burger, key: 'vehicle/van', kind: 'vehicle', main: 'minibus' },
    heart,
  ]
  await make(entries)
  expect(await size('item/burger-240.webp')).toEqual([240, 180])
  expect(await size('item/burger-480.webp')).toEqual([480, 360])
  expect(await size('item/burger-960.webp')).toEqual([960, 720])
  expect(await size('item/burger-zoom.webp')).toEqual([1200, 1800])
  expect(await size('store/grill-960.webp')).toEqual([960, 540])
  expect(await size('logo/grill-960.webp')).toEqual([960, 960])
  expect(await size('vehicle/van-960.webp')).toEqual([960, 720])
  expect(await size('sprite/red-heart-240.webp')).toEqual([240, 240])
  expect((await index())['item/burger'].zoom).toBe(true)
  expect((await index())['logo/grill'].zoom).toBe(false)
})

test('what an emoji refers to is drawn: the left half of the coat', async () => {
  const { data, info } = await vector('coat')
  const [x, y] = [Math.round(info.width * 0.3), Math.round(info.height * 0.6)]
  expect(data[(y * info.width + x) * 4 + 3]).toBe(255)
})

test('a hero is cut out and tight, 960 wide and 740 high at most, whatever surrounds its main thing', async () => {
  const accents = ['pizza', 'bubble-tea', 'avocado']
  for (const count of [0, 1, 2, 3]) {
    const hero = await RECIPES.hero({ main: 'hamburger', accents: accents.slice(0, count) })
    expect(hero.info.width).toBe(960)
    expect(hero.info.height).toBeLessThanOrEqual(740)
    const filled = (y) => hero.data.subarray(y * 960 * 4, (y + 1) * 960 * 4).some((v, i) => i % 4 === 3 && v > 0)
    expect([filled(0), filled(hero.info.height - 1)]).toEqual([true, true])
    expect(hero.data[3], 'corner is clear').toBe(0)
  }
})

test('the corners for badge and button are free, the other two are not', async () => {
  const [scene, plain] = [await RECIPES.item(burger), await backdrop('mint', 960, 720)]
  const drawn = (left, top) => {
    let count = 0
    for (let y = top; y < top + 110; y++)
      for (let x = left; x < left + 150; x++) {
        const at = (y * 960 + x) * 3
        if (Math.abs(scene.data[at] - plain.data[at]) > 4) count++
      }
    return count
  }
  expect(drawn(80, 0), 'top-start').toBe(0)
  expect(drawn(730, 610), 'bottom-end').toBe(0)
  expect(drawn(810, 0), 'top-end').toBeGreaterThan(1000)
  expect(drawn(0, 610), 'bottom-start').toBeGreaterThan(1000)
})

test('an unchanged picture is copied, a changed one drawn and addressed again', async () => {
  expect((await make([burger, heart])).drawn).toBe(2)
  const before = [await index(), await read('item/burger-960.webp')]
  expect((await make([heart, burger])).drawn).toBe(0)
  expect([await index(), await read('item/burger-960.webp')]).toEqual(before)

  expect((await make([{ ...burger, palette: 'rose' }, heart])).drawn).toBe(1)
  expect((await index())['item/burger'].hash).not.toBe(before[0]['item/burger'].hash)
  expect((await index())['sprite/red-heart']).toEqual(before[0]['sprite/red-heart'])
})

test('the same list gives the same bytes, drawn in any order', async () => {
  await make([burger, heart])
  expect((await make([heart, burger], 'again', 'fresh')).drawn).toBe(2)
  expect(await read('item/burger-480.webp', 'again')).toEqual(await read('item/burger-480.webp'))
  expect(await read('index.json', 'again')).toEqual(await read('index.json'))
})

test('what is no longer listed goes; .keep stays', async () => {
  await make([burger, heart])
  await writeFile(join(dir, 'out', '.keep'), '')
  await make([heart])
  expect(await readdir(join(dir, 'out', 'item'))).toEqual([])
  expect(await readdir(join(dir, 'out'))).toContain('.keep')
  expect(Object.keys(await index())).toEqual(['sprite/red-heart'])
  expect((await readdir(join(dir, 'cache'))).length).toBe(1)
})
