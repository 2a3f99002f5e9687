import { expect, test } from 'vitest'
import { photoProblem } from './photo'

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
