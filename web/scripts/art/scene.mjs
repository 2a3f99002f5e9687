import sharp from 'sharp'

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

/** Only what describes the pixels: info.premultiplied says how they were reached, and would be taken for how they are. */
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
  let image = await pixels(from(emoji).resize(across, Math.max(1, Math.round(info.height * fit)), { fit: 'fill' }))
  if (turn) image = await pixels(from(image).rotate(turn, { background: '#0000' }))
  if (blur) image = await pixels(from(image).extend({ ...rim(Math.ceil(blur * 3)), background: '#0000' }))
  if (blur) image = await pixels(from(image).blur(blur))
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
  const soft = await pixels(from(outline).extend({ ...rim(depth * 3), background: '#0000' }))
  const shadow = await pixels(from(soft).blur(depth))
  return [centred(shadow, x, y + depth), centred(image, x, y)]
}

const layer = (image, left, top) => ({ image, left: Math.round(left), top: Math.round(top) })

/** An ellipse that fades out, as wide as what touches the ground. */
function contactShadow(image, left, y) {
  const foot = footing(image)
  const rx = Math.round(foot.width * 0.7)
  const ry = Math.round(Math.max(foot.width * 0.08, image.info.height * 0.07))
  const info = { width: rx * 2, height: ry * 2, channels: 4 }
  const data = Buffer.alloc(info.width * info.height * 4)
  for (let i = 0; i < data.length; i += 4) {
    const dx = ((i / 4) % info.width) + 0.5 - rx
    const dy = Math.floor(i / 4 / info.width) + 0.5 - ry
    const share = Math.max(0, 1 - Math.hypot(dx / rx, dy / ry))
    data.set(SHADE, i)
    data[i + 3] = 255 * 0.3 * share * share * (3 - 2 * share) // eased at both ends
  }
  return layer({ data, info }, left + foot.middle - rx, y - ry * 0.9)
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

/**
 * Lays the layers on the base, back to front. What leaves the frame is cut.
 * sharp can do it too, but converts the whole picture for each layer.
 */
export function compose({ data, info }, layers) {
  const scene = { data: Buffer.from(data), info: raw(info) }
  for (const { image, left, top } of layers) blend(scene, image, left, top)
  return scene
}

/** Draws an image over the scene, pixel by pixel ("source over"). */
function blend({ data, info: { width, height, channels } }, image, left, top) {
  const [right, bottom] = [Math.min(width, left + image.info.width), Math.min(height, top + image.info.height)]
  for (let y = Math.max(0, top); y < bottom; y++) {
    let from = ((y - top) * image.info.width + Math.max(0, -left)) * 4
    let to = (y * width + Math.max(0, left)) * channels
    for (const end = (y * width + right) * channels; to < end; to += channels, from += 4)
      blendPixel(data, to, channels, image.data, from)
  }
}

/** The base may be opaque, with three channels: it stays so. */
function blendPixel(below, to, channels, above, from) {
  const alpha = above[from + 3] / 255
  if (alpha === 0) return
  const left = (channels === 3 ? 1 : below[to + 3] / 255) * (1 - alpha)
  const sum = alpha + left
  for (let i = 0; i < 3; i++) below[to + i] = (above[from + i] * alpha + below[to + i] * left) / sum + 0.5
  if (channels === 4) below[to + 3] = sum * 255 + 0.5
}

/** Cuts a group tight and fits it into width × height; it is `width` wide in the end. */
export async function tight(scene, width, height) {
  const cut = await pixels(from(scene).trim({ background: '#0000', threshold: 4 }))
  const fit = Math.min(width / cut.info.width, height / cut.info.height)
  return pixels(from(cut).resize(width, Math.round(cut.info.height * fit), { fit: 'contain', background: '#0000' }))
}

/** The scene, shrunk to a width. */
export const shrink = (scene, width) => (scene.info.width === width ? scene : read(from(scene).resize(width)))

/** The scene as WebP, at the least effort that does not make much larger files. */
export const encode = (scene, quality) => from(scene).webp({ quality, alphaQuality: 90, effort: 2 }).toBuffer()
