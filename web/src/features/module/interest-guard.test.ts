import { expect, test } from 'vitest'
import { asksForInterests } from './interest-guard'

const food = { id: 10, module_type: 'food' } as const
const switched = { id: 11, module_type: 'grocery' } as const
const customer = { interest: [3, 5], module_ids: [10] }

const cases: [string, Parameters<typeof asksForInterests>, boolean][] = [
  ['a new module of a customer with interests', [switched, customer], true],
  ['a customer without interests', [switched, { ...customer, interest: [] }], false],
  ['a module that was used before', [food, customer], false],
  ['one of several that were used', [switched, { ...customer, module_ids: [10, 11] }], false],
  ['a parcel', [{ ...switched, module_type: 'parcel' }, customer], false],
  ['a guest, or somebody not known yet', [switched, undefined], false],
]

test.each(cases)('LOC-10 %s', (_name, [module, known], expected) => {
  expect(asksForInterests(module, known)).toBe(expected)
})
