import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { GLYPHS } from './glyphs.mjs'
import { cut, inkOf } from './pixels.mjs'

const require = createRequire(import.meta.url)
const set = JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji/icons.json'), 'utf8'))
const solids = join(dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** The side, in px, at which vectors are drawn: larger than nearly all pictures show them. */
const SIDE = 640
/** Pixels that are almost transparent belong to no edge. */
const FAINT = 12

/** Is there an emoji of this name? */
export const known = (name) => name in set.icons || name in set.aliases

/** The emoji as an SVG document. */
function svg(name) {
  const alias = set.aliases[name]
  const { body } = set.icons[alias?.parent ?? name]
  const drawing = alias?.hFlip ? `<g transform="matrix(-1 0 0 1 32 0)">${body}</g>` : body
  // Skia knows a reference by its old name alone.
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32" width="${SIDE}" height="${SIDE}">${drawing.replaceAll('<use href=', '<use xlink:href=')}</svg>`,
  )
}

const vectors = new Map()

/** The pixels of the emoji, cut tight. Each is drawn once, and only if a picture needs it. */
export function vector(name) {
  if (!vectors.has(name)) vectors.set(name, draw(name))
  return vectors.get(name)
}

const canvas = createCanvas(SIDE, SIDE).getContext('2d')

/** Skia draws blurs only where they are; librsvg, which sharp has, takes five times as long. */
async function draw(name) {
  const image = await loadImage(svg(name))
  canvas.clearRect(0, 0, SIDE, SIDE)
  canvas.drawImage(image, 0, 0)
  const { data, width, height } = canvas.getImageData(0, 0, SIDE, SIDE)
  return inked({ data: Buffer.from(data.buffer), info: { width, height } })
}

const inked = (whole) => cut(whole, inkOf(whole, FAINT))

/** The pixels of the emoji from the 3-D set, cut tight (its sides are 256 px at most), or undefined if that set has none. */
export async function solid(name) {
  const code = [...(GLYPHS[name] ?? '')].map((c) => c.codePointAt(0).toString(16)).join('-')
  const file = [code, `${code}-fe0f`].map((c) => join(solids, `${c}.webp`)).find((f) => existsSync(f))
  return file && inked(await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
}
