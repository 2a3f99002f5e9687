import { describe, expect, test } from 'vitest'
import type { WalletBonusView } from '@/lib/api/types.gen'
import vectors from '../../../../internal/reward/testdata/bonus_vectors.json'
import { bestBonus, bonusOn } from './bonus'

const tenth: WalletBonusView = {
  id: 'tenth',
  title: '10% on top',
  description: '',
  percent: 10,
  amount: 0,
  least_top_up: 50,
  most_bonus: 15,
  left: 3,
}
const two: WalletBonusView = { ...tenth, id: 'two', percent: 0, amount: 2, least_top_up: 30, most_bonus: 0, left: -1 }

describe('WAL-01 what a bonus adds', () => {
  test('TRAP_D20 the same as on the server', () => {
    expect(new Set(vectors.map(({ digits }) => digits))).toEqual(new Set([0, 2, 3]))
    for (const { digits, bonus, payment, added } of vectors) {
      const given = bonusOn({ ...tenth, ...bonus }, payment, digits)
      expect(given, `${payment} with ${JSON.stringify(bonus)}, ${digits} decimals`).toBe(added)
    }
  })

  test('nothing, if it is used up', () => expect(bonusOn({ ...two, left: 0 }, 30, 2)).toBe(0))

  test('a payment gets the best of them', () => {
    expect(bestBonus([tenth, two], 40, 2)).toBe(2)
    expect(bestBonus([two, tenth], 60, 2)).toBe(6)
    expect(bestBonus([], 60, 2)).toBe(0)
  })
})
