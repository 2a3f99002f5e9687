import { expect, test } from 'vitest'
import { identifierKind } from './identifier'

test.each([
  ['asha@example.com', { type: 'email', value: 'asha@example.com' }],
  ['  asha@example.com ', { type: 'email', value: 'asha@example.com' }],
  ['asha@example', undefined],
  ['+12025550123', { type: 'phone', value: '+12025550123' }],
  ['12025550123', { type: 'phone', value: '+12025550123' }],
  ['+1 (202) 555-0123', { type: 'phone', value: '+12025550123' }],
  ['+44 20 7946 0958', { type: 'phone', value: '+442079460958' }],
  ['442079460958', { type: 'phone', value: '+442079460958' }],
  ['2025550123', { type: 'phone', value: '+12025550123' }],
  ['٢٠٢٥٥٥٠١٢٣', { type: 'phone', value: '+12025550123' }],
  ['12', undefined],
  ['Asha Rao', undefined],
  ['', undefined],
])('AUTH-03 %j is parsed as %j', (typed, identifier) => {
  expect(identifierKind(typed, 'US')).toEqual(identifier)
})
