import { expect, test } from 'vitest'
import vectors from '../../../../internal/pricing/testdata/item_total_vectors.json'
import { runningTotal } from './total'

/** What the server's pricing wrote for its own rules and for a mixture of them. */
const cases = vectors as unknown as {
  name: string
  digits: number
  item: Parameters<typeof runningTotal>[0]
  choice: Parameters<typeof runningTotal>[1]
  quantity: number
  total: number
}[]

test.each(cases)('TRAP_M10 TRAP_D20 the running total is the server’s: $name', (vector) => {
  expect(runningTotal(vector.item, vector.choice, vector.quantity, vector.digits)).toBe(vector.total)
})

test('TRAP_D20 the vectors are there, in all three scales of money', () => {
  expect(cases.length).toBeGreaterThan(100)
  expect(new Set(cases.map(({ digits }) => digits))).toEqual(new Set([0, 2, 3]))
})
