import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { GLYPHS } from './glyphs.mjs'

const require = createRequire(import.meta.url)
const set = JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji/icons.json'), 'utf8'))
const solids = join(dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/**
 * Vectors have jagged clip edges, so they are drawn larger than they are shown
 * and shrunk: `drawn` px for what is shown at `shown` px or less, kept at
 * `kept` px. Above 2000 px librsvg would draw everything twice.
 */
const SIZES = [
  { shown: 310, drawn: 640, kept: 320 },
  { shown: Infinity, drawn: 1440, kept: 800 },
]
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

/** The emoji as PNG, cut tight, large enough to be shown at `side` px. Each is drawn once per size, and only if a picture asks for it. */
export function vector(name, side) {
  const size = SIZES.find(({ shown }) => side <= shown)
  const key = `${name} ${size.drawn}`
  if (!vectors.has(key)) vectors.set(key, draw(name, size))
  return vectors.get(key)
}

async function draw(name, { drawn, kept }) {
  const smooth = await sharp(svg(name, drawn)).resize(kept).png({ compressionLevel: 0 }).toBuffer()
  return sharp(smooth).trim(cutOut).png({ compressionLevel: 1 }).toBuffer()
}

/** The emoji from the 3-D set, cut tight (its sides are 256 px at most), or undefined if that set has none. */
export async function solid(name) {
  const code = [...(GLYPHS[name] ?? '')].map((c) => c.codePointAt(0).toString(16)).join('-')
  const file = [code, `${code}-fe0f`].map((c) => join(solids, `${c}.webp`)).find((f) => existsSync(f))
  return file && sharp(file).trim(cutOut).png().toBuffer()
}
