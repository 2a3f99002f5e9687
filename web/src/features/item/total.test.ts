import { expect, test } from 'vitest'
import vectors from '../../../../internal/pricing/testdata/item_total_vectors.json'
import { runningTotal } from './total'

/** Test vectors that the server's pricing wrote, one for each rule and some for combinations. */
const cases = vectors as unknown as {
  name: string
  digits: number
  item: Parameters<typeof runningTotal>[0]
  choice: Parameters<typeof runningTotal>[1]
  quantity: number
  total: number
}[]

test.each(cases)('TRAP_M10 TRAP_D20 the running total equals the server’s: $name', (vector) => {
  expect(runningTotal(vector.item, vector.choice, vector.quantity, vector.digits)).toBe(vector.total)
})

test('TRAP_D20 there are vectors for all three scales of money', () => {
  expect(cases.length).toBeGreaterThan(100)
  expect(new Set(cases.map(({ digits }) => digits))).toEqual(new Set([0, 2, 3]))
})
