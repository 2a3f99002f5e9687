import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { GLYPHS } from './glyphs.mjs'

const require = createRequire(import.meta.url)
const set = JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji/icons.json'), 'utf8'))
const solids = join(dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/**
 * Vectors have jagged clip edges, so they are drawn at DRAWN px, larger than they
 * are shown, and kept at KEPT px. Drawing them is a third of what all pictures cost.
 */
const DRAWN = 768
const KEPT = 640
/** Pixels that are almost transparent belong to no edge. */
const FAINT = 12

const cutOut = { background: '#0000', threshold: FAINT }

/** Is there an emoji of this name? */
export const known = (name) => name in set.icons || name in set.aliases

/** The emoji as an SVG document. */
function svg(name, side) {
  const alias = set.aliases[name]
  const { body } = set.icons[alias?.parent ?? name]
  const drawing = alias?.hFlip ? `<g transform="matrix(-1 0 0 1 32 0)">${body}</g>` : body
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32" width="${side}" height="${side}">${drawing}</svg>`,
  )
}

const vectors = new Map()

/** The pixels of the emoji, cut tight. Each is drawn once, and only if a picture needs it. */
export function vector(name) {
  if (!vectors.has(name)) vectors.set(name, draw(name))
  return vectors.get(name)
}

async function draw(name) {
  const smooth = await sharp(svg(name, DRAWN)).resize(KEPT).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(smooth.data, { raw: smooth.info }).extract(inked(smooth)).raw().toBuffer({ resolveWithObject: true })
}

/** The part of a picture that is not empty. sharp finds it too, in fifty times as long. */
function inked({ data, info: { width, height } }) {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] <= FAINT) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = y
    }
  }
  return { left: box.left, top: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1 }
}

/** The pixels of the emoji from the 3-D set, cut tight (its sides are 256 px at most), or undefined if that set has none. */
export async function solid(name) {
  const code = [...(GLYPHS[name] ?? '')].map((c) => c.codePointAt(0).toString(16)).join('-')
  const file = [code, `${code}-fe0f`].map((c) => join(solids, `${c}.webp`)).find((f) => existsSync(f))
  return file && sharp(file).trim(cutOut).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}
