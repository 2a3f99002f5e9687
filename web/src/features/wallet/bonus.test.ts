import { describe, expect, test } from 'vitest'
import type { WalletBonusView } from '@/lib/api/types.gen'
import { bestBonus, bonusOn } from './bonus'

const tenth: WalletBonusView = {
  id: 'tenth',
  title: '10 % on top',
  description: '',
  percent: 10,
  amount: 0,
  least_top_up: 50,
  most_bonus: 15,
  left: 3,
}
const two: WalletBonusView = { ...tenth, id: 'two', percent: 0, amount: 2, least_top_up: 30, most_bonus: 0, left: -1 }

describe('WAL-01 what a bonus adds', () => {
  test.each([
    ['one cent below the least payment', tenth, 49.99, 0],
    ['at the least payment', tenth, 50, 5],
    ['half a cent is rounded up', tenth, 50.05, 5.01],
    ['never more than its limit', tenth, 150.01, 15],
    ['without a limit', { ...tenth, most_bonus: 0 }, 1000, 100],
    ['an amount', two, 30, 2],
    ['an amount below the least payment', two, 29.99, 0],
    ['used up', { ...two, left: 0 }, 30, 0],
  ])('%s', (_, bonus, amount, expected) => expect(bonusOn(bonus, amount, 2)).toBe(expected))

  test('a payment gets the best of them', () => {
    expect(bestBonus([tenth, two], 40, 2)).toBe(2)
    expect(bestBonus([two, tenth], 60, 2)).toBe(6)
    expect(bestBonus([], 60, 2)).toBe(0)
  })
})
