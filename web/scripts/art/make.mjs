import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { Cache, digest } from './cache.mjs'
import { known } from './emoji.mjs'
import { CUT_OUT, RECIPES, SMALL, zoom } from './recipes.mjs'
import { encode, PALETTES, shrink } from './scene.mjs'

// One thread a picture and a picture a core: faster than all cores on one, and the bytes never depend on the machine.
sharp.concurrency(1)
sharp.cache(false)
const AT_ONCE = Math.min(availableParallelism(), 4)

/** WebP quality by width. The largest are seen on dense screens, where a little less does not show. */
const QUALITY = { 240: 84, 480: 82, 960: 76 }
const ZOOM_QUALITY = 78
/** Zooms are few and the largest to encode: they may be somewhat larger files. */
const ZOOM_EFFORT = 1
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/**
 * Makes the pictures of `entries` in the folder `out`: three widths of each,
 * the zoom of those that ask for one, and index.json, which says the content
 * hash and whether there is a zoom. What was made before comes from the folder
 * `cache`, what is no longer listed goes. Calls progress(made, all) after every
 * hundred drawn. Throws, naming all of them, if entries cannot be drawn.
 */
export async function makeArt({ entries, out, cache: cacheDir, progress = () => {} }) {
  const wrong = faults(entries)
  if (wrong.length) throw new Error(`pictures that cannot be drawn:\n  ${wrong.join('\n  ')}`)
  const cache = new Cache(cacheDir)
  const index = {}
  const sum = { pictures: entries.length, drawn: 0, bytes: 0 }
  const written = new Set(['.keep', 'index.json'])

  await inParallel(entries, async (entry) => {
    const { hit, files } = await cache.files(digest(VERSION, JSON.stringify(entry)), () => pictures(entry))
    for (const [suffix, bytes] of Object.entries(files)) {
      const name = `${entry.key}-${suffix}`
      await mkdir(dirname(join(out, name)), { recursive: true })
      await writeFile(join(out, name), bytes)
      written.add(name)
      sum.bytes += bytes.length
    }
    index[entry.key] = { hash: digest(...Object.values(files)).slice(0, 8), zoom: 'zoom.webp' in files }
    if (!hit && ++sum.drawn % 100 === 0) progress(Object.keys(index).length, entries.length)
  })

  await sweep(out, written)
  await cache.prune()
  await writeFile(join(out, 'index.json'), JSON.stringify(sorted(index), null, 1) + '\n')
  return sum
}

/** The files of one picture by their suffix, in the order in which they are hashed. */
async function pictures(entry) {
  const scene = await RECIPES[entry.kind](entry)
  const medium = await shrink(scene, 480)
  const small = SMALL[entry.kind] ? await SMALL[entry.kind](entry) : await shrink(medium, 240)
  const files = { '240.webp': await encode(small, QUALITY[240]), '480.webp': await encode(medium, QUALITY[480]) }
  // What is never shown larger is not drawn larger.
  files['960.webp'] = scene.info.width < 960 ? files['480.webp'] : await encode(scene, QUALITY[960])
  if (entry.zoom) files['zoom.webp'] = await encode(await zoom(entry), ZOOM_QUALITY, ZOOM_EFFORT)
  return files
}

/** What a picture is made from, besides its entry: these scripts and the packages they draw with. */
const VERSION = (() => {
  const here = dirname(fileURLToPath(import.meta.url))
  const scripts = readdirSync(here).filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
  const packages = ['@iconify-json/fluent-emoji', '@lobehub/fluent-emoji-3d', '@napi-rs/canvas'].map(
    (name) => createRequire(import.meta.url)(`${name}/package.json`).version,
  )
  return digest(
    ...scripts.toSorted().map((name) => readFileSync(join(here, name))),
    JSON.stringify([packages, sharp.versions]),
  )
})()

/** Everything that keeps entries from being drawn, a sentence each. */
export function faults(entries) {
  const seen = new Set()
  return entries.flatMap(({ key, kind, palette, main, accents = [] }) => {
    const wrong = [main, ...accents].filter((name) => !known(name)).map((name) => `no emoji "${name}"`)
    if (!KEY.test(key)) wrong.push('not a picture key')
    if (seen.has(key)) wrong.push('listed twice')
    if (!(kind in RECIPES)) wrong.push(`no kind "${kind}"`)
    if (!(palette in PALETTES) && !CUT_OUT.has(kind)) wrong.push(`no palette "${palette}"`)
    seen.add(key)
    return wrong.map((what) => `${key}: ${what}`)
  })
}

/** Runs task on every entry, a few at once. */
async function inParallel(entries, task) {
  const queue = entries.values()
  const worker = async () => {
    for (const entry of queue) await task(entry)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Removes the files that are not to be there. */
async function sweep(out, wanted) {
  const files = await readdir(out, { recursive: true, withFileTypes: true })
  const extra = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !wanted.has(relative(out, path).replaceAll('\\', '/')))
  await Promise.all(extra.map((path) => rm(path)))
}

const sorted = (object) => Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
