import { expect, test } from 'vitest'
import { swatchOf } from './swatch'

test.each([
  ['Colour', 'Navy', '#1d2f5f'],
  ['color', 'Sea Blue', '#2f6fde'],
  ['Colour', 'Sand / Coral', '#ff7f63'],
  ['Colour', 'Sunset', undefined],
  ['Flavour', 'Orange', undefined],
  ['Colour', 'constructor', undefined],
])('ITEM-06 the swatch of %s %s is %s', (choice, option, want) => {
  expect(swatchOf(choice, option)).toBe(want)
})
