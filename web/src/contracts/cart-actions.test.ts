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
  ['as it is', simple, true],
  ['S7 with a variation', { ...simple, variations: [{ id: '1', type: 'Red', price: 1, stock: 1 }] }, false],
  ['S7 with a required choice', { ...simple, food_variations: [group] }, false],
  ['with a choice that may be left alone', { ...simple, food_variations: [{ ...group, required: 'off' }] }, true],
  ['ITEM-09 outside its hours', { ...simple, available_now: false }, false],
  ['ITEM-09 outside its hours, for later', { ...simple, available_now: false, schedule_order: true }, true],
]

test.each(cases)('an item %s is added at once, or chosen in its dialog first', (_name, item, atOnce) => {
  expect(canAddDirectly(item)).toBe(atOnce)
})
