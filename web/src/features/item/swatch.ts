/** Names of colours that shops use, as they are shown. Other names stay words. */
const colours = new Map(
  Object.entries({
    aqua: '#3fc1c9',
    beige: '#e8dcc3',
    black: '#17181a',
    blue: '#2f6fde',
    brown: '#7b4f2e',
    burgundy: '#7a1f3d',
    charcoal: '#3c4148',
    copper: '#b87333',
    coral: '#ff7f63',
    cream: '#f8f0dc',
    gold: '#d9a93a',
    graphite: '#4a4d52',
    gray: '#8b9096',
    green: '#2f9e5b',
    grey: '#8b9096',
    indigo: '#3f3fa0',
    ink: '#1f2638',
    ivory: '#fbf6e6',
    khaki: '#a89a6a',
    lavender: '#b9a6e6',
    lilac: '#c8a2dc',
    lime: '#a6d13a',
    maroon: '#7d1f2b',
    mint: '#9fe0c3',
    mustard: '#d6a21f',
    navy: '#1d2f5f',
    olive: '#7a7d3a',
    orange: '#f08a24',
    peach: '#fcc9a6',
    pink: '#f48fb6',
    plum: '#713a6b',
    purple: '#7a45b8',
    red: '#d8352f',
    rose: '#e7798f',
    rust: '#b4552d',
    sage: '#a3b59a',
    sand: '#dcc9a3',
    silver: '#c5c9ce',
    sky: '#86c5f4',
    tan: '#c8a27a',
    teal: '#1f8a8a',
    turquoise: '#35c2b5',
    violet: '#8450c9',
    white: '#ffffff',
    yellow: '#f5cf3d',
  }),
)

const isOfColours = /colou?r/i

/** The colour of an option of a choice, or undefined: "Sea Blue" of "Colour" is blue, "Orange" of "Flavour" is none. */
export function swatchOf(choice: string, option: string) {
  if (!isOfColours.test(choice)) return undefined
  const words = option.toLowerCase().split(/[^a-z]+/)
  return words.map((word) => colours.get(word)).findLast((colour) => colour !== undefined)
}
