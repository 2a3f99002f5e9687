import { expect, test } from 'vitest'
import { middleAt, photoProblem } from './photo'

const MB = 1024 * 1024

test.each([
  ['image/jpeg', 8 * MB, undefined], // a phone's photo
  ['image/jpeg', 25 * MB, undefined],
  ['image/png', 1, undefined],
  ['image/gif', 1, undefined],
  ['image/jpeg', 25 * MB + 1, 'size'],
  ['image/avif', 1, 'type'],
  ['image/webp', 1, 'type'],
  ['application/pdf', 1, 'type'],
  ['', 1, 'type'],
])('PROF-03 %s of %i bytes: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})

test.each([
  ['the middle', { x: 0, y: 0 }, { x: 20, y: 0 }],
  ['a point beside it', { x: 30, y: 0 }, { x: -10, y: 0 }],
  ['a point that would show what is beyond the photo', { x: 90, y: 0 }, { x: -50, y: 0 }],
  ['a point below it', { x: 0, y: 80 }, { x: 20, y: -20 }],
])('PROF-03 a tap moves the photo: %s', (_, tap, now) => {
  expect(middleAt(tap, { x: 20, y: 0 }, { width: 300, height: 240 }, { width: 200, height: 200 })).toEqual(now)
})
