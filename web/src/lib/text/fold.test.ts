import { expect, test } from 'vitest'
import { fold } from './fold'

test.each([
  [' Crème BRÛLÉE ', 'creme brulee'],
  ['أَلْمـانيا', 'المانيا'],
  ['سوريا الكبرى', 'سوريا الكبري'],
  ['قهوة کبیرة', 'قهوه كبيره'],
  ['+٤٩', '+49'],
])('BRW-02 %j is compared as %j', (typed, folded) => {
  expect(fold(typed)).toBe(folded)
})
