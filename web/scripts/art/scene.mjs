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

const SHADE = '#3B1D0A'

const svg = (width, height, content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

const pixels = (image) => image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** Only what describes the pixels: info.premultiplied says how they were reached, and would be taken for how they are. */
const raw = ({ width, height, channels }) => ({ width, height, channels })

const from = ({ data, info }) => sharp(data, { raw: raw(info) })

const backdrops = new Map()

/** A diagonal gradient with a white light a little above the middle. */
export function backdrop(palette, width, height) {
  const key = [palette, width, height].join()
  if (!backdrops.has(key)) backdrops.set(key, pixels(sharp(gradient(PALETTES[palette], width, height))))
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
  pixels(
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
 * An emoji (PNG, cut tight) at its size in the scene: it fits into width ×
 * height and covers `area` px² at most, so that square things do not look
 * heavier than round ones. `turn` is degrees clockwise, `blur` a sigma in px,
 * `veil` what is left of its opacity.
 */
export async function prop(png, { width, height, area = Infinity, turn = 0, blur = 0, veil = 1 }) {
  const size = await sharp(png).metadata()
  const fit = Math.min(width / size.width, height / size.height, Math.sqrt(area / (size.width * size.height)))
  const across = Math.max(1, Math.round(size.width * fit))
  let image = await pixels(sharp(png).resize(across, Math.max(1, Math.round(size.height * fit)), { fit: 'fill' }))
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
  const shade = [1, 3, 5].map((i) => parseInt(SHADE.slice(i, i + 2), 16))
  for (let i = 0; i < outline.data.length; i += 4) {
    outline.data.set(shade, i)
    outline.data[i + 3] *= 0.2
  }
  const soft = await pixels(from(outline).extend({ ...rim(depth * 3), background: '#0000' }))
  const shadow = await pixels(from(soft).blur(depth))
  return [centred(shadow, x, y + depth), centred(image, x, y)]
}

const layer = (image, left, top) => ({
  input: image.data,
  raw: raw(image.info),
  left: Math.round(left),
  top: Math.round(top),
})

/** An ellipse that fades out, as wide as what touches the ground. */
function contactShadow(image, left, y) {
  const foot = footing(image)
  const rx = Math.round(foot.width * 0.7)
  const ry = Math.round(Math.max(foot.width * 0.08, image.info.height * 0.07))
  const fade = [1, 0.99, 0.95, 0.87, 0.74, 0.57, 0.4, 0.24, 0.12, 0.04, 0]
    .map((share, i) => `<stop offset="${i / 10}" stop-color="${SHADE}" stop-opacity="${(0.3 * share).toFixed(3)}"/>`)
    .join('')
  return {
    input: svg(
      rx * 2,
      ry * 2,
      `<radialGradient id="s">${fade}</radialGradient><ellipse cx="${rx}" cy="${ry}" rx="${rx}" ry="${ry}" fill="url(#s)"/>`,
    ),
    left: Math.round(left + foot.middle - rx),
    top: Math.round(y - ry * 0.9),
  }
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

/** Lays the layers on the base, back to front. What leaves the frame is cut. */
export async function compose(base, layers) {
  return pixels(from(base).composite(layers))
}

/** Cuts a group tight and fits it into width × height; it is `width` wide in the end. */
export async function tight(scene, width, height) {
  const cut = await pixels(from(scene).trim({ background: '#0000', threshold: 4 }))
  const fit = Math.min(width / cut.info.width, height / cut.info.height)
  return pixels(from(cut).resize(width, Math.round(cut.info.height * fit), { fit: 'contain', background: '#0000' }))
}

/** The scene, shrunk to a width, as WebP. Sharper colour edges and smaller files cost time: they count where pixels are few, and seen often. */
export const encode = (scene, width, quality) =>
  from(scene)
    .resize(width)
    .webp({ quality, alphaQuality: 90, effort: width <= 480 ? 4 : 2, smartSubsample: width <= 480 })
    .toBuffer()
