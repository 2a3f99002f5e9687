import { solid, vector } from './emoji.mjs'
import { compose } from './pixels.mjs'
import { backdrop, centred, clear, floating, plain, prop, standing, tight } from './scene.mjs'

/** Accents of an item: cut by the frame at top-end and bottom-start; the other two corners stay free for badge and button. */
const CORNERS = [
  { x: 0.9, y: 0.15, size: 223, turn: 18, blur: 4.3 },
  { x: 0.08, y: 0.87, size: 245, turn: -22, blur: 6.5 },
]

/** One thing in the middle, its accents in two corners. */
async function item({ palette, main, accents = [] }, { width = 960, height = 720, tall = 0.68, wide = 0.8 } = {}) {
  const unit = Math.min(width * 0.75, height)
  const corners = await Promise.all(
    CORNERS.slice(0, accents.length).map(async (corner, i) =>
      centred(await accent(accents[i], corner), corner.x * width, corner.y * height),
    ),
  )
  const box = { width: wide * unit, height: tall * unit, area: (tall * unit) ** 2 }
  const thing = await prop(await vector(main), box)
  const foot = height * 0.495 + thing.info.height / 2
  return compose(await backdrop(palette, width, height), [...corners, ...standing(thing, width / 2, foot)])
}

const drawnAccents = new Map()

/** A thing as the accent of a corner. Many pictures share one. */
function accent(name, { size, turn, blur }) {
  const key = `${name} ${size}`
  if (!drawnAccents.has(key)) {
    const box = { width: size * 1.2, height: size * 1.2, area: size * size }
    const drawn = vector(name).then((emoji) => prop(emoji, { ...box, turn, blur, veil: 0.92 }))
    drawnAccents.set(key, drawn)
  }
  return drawnAccents.get(key)
}

/** Vehicles are wide and may use it. */
const vehicle = (entry) => item(entry, { tall: 0.7, wide: 0.86 })

/** A cover: the main thing in front, one at either side. */
async function store({ palette, main, accents = [] }) {
  const [width, height] = [960, 540]
  const places = [
    { name: accents[0], x: 0.25, foot: 0.75, size: 0.47 },
    { name: accents[1], x: 0.75, foot: 0.75, size: 0.47 },
    { name: main, x: 0.5, foot: 0.81, size: 0.61 },
  ]
  const layers = await group(
    places.filter((p) => p.name),
    width,
    height,
  )
  return compose(await backdrop(palette, width, height), layers)
}

/** Things on one ground, back to front; `size` is a share of the height. */
async function group(places, width, height) {
  const layers = await Promise.all(
    places.map(async ({ name, x, foot, size, turn }) => {
      const side = size * height
      const thing = await prop(await vector(name), { width: side * 1.1, height: side, area: side * side, turn })
      return standing(thing, x * width, foot * height)
    }),
  )
  return layers.flat()
}

/** One thing on a plain colour. */
async function logo({ palette, main }) {
  const thing = await prop(await vector(main), { width: 620, height: 620, area: 560 * 560 })
  return compose(await plain(palette, 960, 960), [centred(thing, 480, 480)])
}

/** One thing, cut out. */
async function sprite({ main }) {
  return cutOut(await vector(main), 480)
}

/** The sprite as it is shown at 128 px and less: from the 3-D set, if that has it. */
async function smallSprite({ main }) {
  return cutOut((await solid(main)) ?? (await vector(main)), 240)
}

async function cutOut(emoji, side) {
  const thing = await prop(emoji, { width: side * 0.94, height: side * 0.94 })
  return compose(await clear(side, side), [centred(thing, side / 2, side / 2)])
}

/** A cut-out group for a banner: what surrounds the main thing depends on how much there is. */
async function hero({ main, accents = [] }) {
  const [width, height] = [1200, 1000]
  const layers = await HEROES[Math.min(accents.length, 3)](main, accents, width, height)
  return tight(await compose(await clear(width, height), layers), 960, 740)
}

const HEROES = [
  (main, _, width, height) => group([{ name: main, x: 0.5, foot: 0.85, size: 0.6 }], width, height),
  (main, [beside], width, height) =>
    group(
      [
        { name: beside, x: 0.66, foot: 0.76, size: 0.42 },
        { name: main, x: 0.4, foot: 0.82, size: 0.58 },
      ],
      width,
      height,
    ),
  (main, [left, right], width, height) =>
    group(
      [
        { name: left, x: 0.24, foot: 0.76, size: 0.42 },
        { name: right, x: 0.74, foot: 0.76, size: 0.42 },
        { name: main, x: 0.49, foot: 0.82, size: 0.52 },
      ],
      width,
      height,
    ),
  async (main, [left, right, beside], width, height) => {
    const air = async (name, size, turn, x, y) => {
      const thing = await prop(await vector(name), { width: size, height: size, turn })
      return floating(thing, x * width, y * height, 16)
    }
    const behind = await group([{ name: beside, x: 0.8, foot: 0.88, size: 0.38 }], width, height)
    const front = await group([{ name: main, x: 0.43, foot: 0.94, size: 0.56, turn: -3 }], width, height)
    const above = [await air(left, 340, -14, 0.18, 0.23), await air(right, 340, 9, 0.72, 0.21)]
    return [...above.flat(), ...behind, ...front]
  },
]

/** How each kind of picture is composed, at its largest. */
export const RECIPES = { item, store, logo, vehicle, hero, sprite, module: sprite, empty: sprite }

/** How it is composed again for the smallest width, where that is not the large one shrunk. */
export const SMALL = { sprite: smallSprite, module: smallSprite, empty: smallSprite }

/** Kinds without a background, hence without a palette. */
export const CUT_OUT = new Set(['hero', 'sprite', 'module', 'empty'])

/** How an item is composed a second time, large and tall. */
export async function zoom(entry) {
  return item(entry, { width: 1200, height: 1800, tall: 0.76, wide: 0.8 })
}
