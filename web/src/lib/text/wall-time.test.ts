import { expect, test } from 'vitest'
import { wallTime } from './wall-time'

test.each([
  ['UTC', '2026-01-31T10:05'],
  ['Indian/Maldives', '2026-01-31T15:05'],
  ['America/New_York', '2026-01-31T05:05'],
])('TRAP_D12 the clock of %s', (zone, wall) => {
  expect(wallTime(Date.parse('2026-01-31T10:05:59Z'), zone)).toBe(wall)
})
