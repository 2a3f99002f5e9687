import { expect, test } from 'vitest'
import { testItem } from '@/test/fixtures'
import type { FoodVariationView, ItemView } from '@/lib/api/types.gen'
import { canAddDirectly } from './cart-actions'

const simple: ItemView = {
  ...testItem,
  variations: [],
  food_variations: [],
  available_now: true,
  schedule_order: false,
}
const group: FoodVariationView = { id: 'g1', name: 'Size', type: 'single', min: 1, max: 1, required: 'on', values: [] }

const cases: [string, ItemView, boolean][] = [
  ['an item without options is added directly', simple, true],
  [
    'S7 an item with a variation needs its dialog',
    { ...simple, variations: [{ id: '1', type: 'Red', price: 1, stock: 1 }] },
    false,
  ],
  ['S7 an item with a required choice needs its dialog', { ...simple, food_variations: [group] }, false],
  [
    'an item with an optional choice is added directly',
    { ...simple, food_variations: [{ ...group, required: 'off' }] },
    true,
  ],
  ['ITEM-09 an item outside its hours needs its dialog', { ...simple, available_now: false }, false],
  [
    'ITEM-09 an item outside its hours that can be scheduled is added directly',
    { ...simple, available_now: false, schedule_order: true },
    true,
  ],
]

test.each(cases)('%s', (_name, item, isDirect) => {
  expect(canAddDirectly(item)).toBe(isDirect)
})
