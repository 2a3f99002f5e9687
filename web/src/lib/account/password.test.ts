import { expect, test } from 'vitest'
import { strengthOf } from './password'

test.each([
  ['', 0],
  ['abc', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['123456', 1],
  ['mangoes12', 2],
  ['Mangoes-2026', 4],
  ['correct horse battery staple', 4],
] as const)('D7 %j is of strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
