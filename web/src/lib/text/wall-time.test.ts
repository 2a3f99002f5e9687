import { expect, test } from 'vitest'
import { instantOf, isWallTime, wallTime, wallTimeAfter } from './wall-time'

test.each([
  ['UTC', '2026-01-31T10:05'],
  ['Indian/Maldives', '2026-01-31T15:05'],
  ['America/New_York', '2026-01-31T05:05'],
])('TRAP_D12 the clock of %s', (zone, wall) => {
  expect(wallTime(Date.parse('2026-01-31T10:05:59Z'), zone)).toBe(wall)
})

test('TRAP_D12 the instant of a wall time is that of the zone, wherever the browser is', () => {
  const at = Date.parse('2026-11-24T20:15:00Z')
  expect(instantOf('2026-11-25T01:15', 'Indian/Maldives')).toBe(at)
  expect(instantOf('2026-11-24T15:15', 'America/New_York')).toBe(at)
})

test('TRAP_H8 hours are elapsed hours when the clocks change', () => {
  // In Berlin the clocks go back at three on October 25, 2026.
  expect(wallTimeAfter('2026-10-25T00:00', 4, 'Europe/Berlin')).toBe('2026-10-25T03:00')
  const night = instantOf('2026-10-25T06:00', 'Europe/Berlin') - instantOf('2026-10-25T00:00', 'Europe/Berlin')
  expect(night / 3_600_000).toBe(7)
})

test.each(['', '2026-11-24', '2026-13-01T10:00', '2026-11-24T10:30:00', 5, null])('%j is no wall time', (value) => {
  expect(isWallTime(value)).toBe(false)
})
