import sharp from 'sharp'
import { cut, fadingEllipse, inkOf } from './pixels.mjs'

/** Two stops of every background, light to full. */
export const PALETTES = {
  peach: ['#FFF0E3', '#FFCFA8'],
  mint: ['#E9F8EC', '#B9E6C4'],
  lemon: ['#FFF7DA', '#FFE08A'],
  sky: ['#EAF3FF', '#BBD6FF'],
  lilac: ['#F5EDFF', '#D9C2FF'],
  rose: ['#FFEDF2', '#FFC4D4'],
  sand: ['#F8F1E7', '#E8D6BC'],
  aqua: ['#E4F8F7', '#AEE3E0'],
}

/** The colour of shadows. */
const SHADE = [0x3b, 0x1d, 0x0a]

const svg = (width, height, content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

const read = (image) => image.raw().toBuffer({ resolveWithObject: true })

const pixels = (image) => read(image.ensureAlpha())

/** Of a picture that nothing shows through: three channels cost half of what four do. */
const opaque = (image) => read(image.removeAlpha())

/** Only what describes the pixels. sharp would read info.premultiplied as the format of its input. */
const raw = ({ width, height, channels }) => ({ width, height, channels })

const from = ({ data, info }) => sharp(data, { raw: raw(info) })

const backdrops = new Map()

/** A diagonal gradient with a white light a little above the middle. */
export function backdrop(palette, width, height) {
  const key = [palette, width, height].join()
  if (!backdrops.has(key)) backdrops.set(key, opaque(sharp(gradient(PALETTES[palette], width, height))))
  return backdrops.get(key)
}

const gradient = ([light, full], width, height) =>
  svg(
    width,
    height,
    `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${full}"/></linearGradient>
    <radialGradient id="r" cx=".5" cy=".46" r=".55"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#g)"/><rect width="100%" height="100%" fill="url(#r)"/>`,
  )

/** One calm colour: the palette's middle. */
export const plain = (palette, width, height) =>
  opaque(
    sharp(
      svg(
        width,
        height,
        `<rect width="100%" height="100%" fill="${PALETTES[palette][0]}"/><rect width="100%" height="100%" fill="${PALETTES[palette][1]}" fill-opacity=".55"/>`,
      ),
    ),
  )

/** Nothing: what stands on it is cut out. */
export const clear = (width, height) => pixels(sharp({ create: { width, height, channels: 4, background: '#0000' } }))

/**
 * An emoji (cut tight) at its size in the scene: it fits into width ×
 * height and covers `area` px² at most, so that square things do not look
 * heavier than round ones. `turn` is degrees clockwise, `blur` a sigma in px,
 * `veil` what is left of its opacity.
 */
export async function prop(emoji, { width, height, area = Infinity, turn = 0, blur = 0, veil = 1 }) {
  const { info } = emoji
  const fit = Math.min(width / info.width, height / info.height, Math.sqrt(area / (info.width * info.height)))
  const across = Math.max(1, Math.round(info.width * fit))
  const sized = from(emoji).resize(across, Math.max(1, Math.round(info.height * fit)), { fit: 'fill' })
  const turned = turn ? sized.rotate(turn, { background: '#0000' }) : sized
  const image = await pixels(
    blur ? turned.extend({ ...rim(Math.ceil(blur * 3)), background: '#0000' }).blur(blur) : turned,
  )
  if (veil < 1) for (let i = 3; i < image.data.length; i += 4) image.data[i] *= veil
  return image
}

const rim = (px) => ({ top: px, bottom: px, left: px, right: px })

/** A layer with its middle at (x, y). */
export const centred = (image, x, y) => layer(image, x - image.info.width / 2, y - image.info.height / 2)

/** Layers of a thing that stands with its middle over x and its foot at y, on its own shadow. */
export function standing(image, x, y) {
  const left = x - image.info.width / 2
  return [contactShadow(image, left, y), layer(image, left, y - image.info.height)]
}

/** Layers of a thing in the air, with its middle at (x, y): its shadow is its outline, a little lower. */
export async function floating(image, x, y, depth) {
  const outline = { data: Buffer.from(image.data), info: image.info }
  for (let i = 0; i < outline.data.length; i += 4) {
    outline.data.set(SHADE, i)
    outline.data[i + 3] *= 0.2
  }
  const shadow = await pixels(
    from(outline)
      .extend({ ...rim(depth * 3), background: '#0000' })
      .blur(depth),
  )
  return [centred(shadow, x, y + depth), centred(image, x, y)]
}

const layer = (image, left, top) => ({ image, left: Math.round(left), top: Math.round(top) })

/** An ellipse that fades out, as wide as what touches the ground. */
function contactShadow(image, left, y) {
  const foot = footing(image)
  const rx = Math.round(foot.width * 0.7)
  const ry = Math.round(Math.max(foot.width * 0.08, image.info.height * 0.07))
  return layer(fadingEllipse(rx, ry, SHADE, 0.3), left + foot.middle - rx, y - ry * 0.9)
}

/** Where a thing is near the ground: the extent of its lowest third. */
function footing({ data, info: { width, height } }) {
  let first = width
  let last = 0
  for (let y = Math.floor(height * 0.67); y < height; y += 2) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] < 128) continue
      first = Math.min(first, x)
      last = Math.max(last, x)
    }
  }
  // A thing on a tip still throws the shadow of its body.
  return { middle: (first + last) / 2, width: Math.max(last - first, width * 0.5) }
}

/** Cuts a group tight and fits it into width × height; it is `width` wide in the end. */
export async function tight(scene, width, height) {
  const group = cut(scene, inkOf(scene, 4))
  const fit = Math.min(width / group.info.width, height / group.info.height)
  return pixels(from(group).resize(width, Math.round(group.info.height * fit), { fit: 'contain', background: '#0000' }))
}

/** The scene, shrunk to a width. */
export const shrink = (scene, width) => (scene.info.width === width ? scene : read(from(scene).resize(width)))

/** The scene as WebP. Less effort than 2 is cheaper, but makes files that are a third larger. */
export const encode = (scene, quality, effort = 2) => from(scene).webp({ quality, alphaQuality: 90, effort }).toBuffer()
