import { expect, test } from 'vitest'
import { calendarDays } from './busy-days'

test('RNT-02 TRAP_D12 a day is free, partly or not, by the clock of the zone', () => {
  const from = Date.parse('2026-11-24T20:00:00Z') // one o’clock of the 25th on the Maldives
  const busy = [
    { from: '2026-11-25T19:00:00Z', until: '2026-11-26T19:00:00Z' }, // the whole 26th
    { from: '2026-11-27T05:00:00Z', until: '2026-11-27T07:00:00Z' }, // two hours of the 27th
  ]
  expect(calendarDays(from, 4, busy, 'Indian/Maldives')).toEqual([
    { date: '2026-11-25', state: 'free' },
    { date: '2026-11-26', state: 'busy' },
    { date: '2026-11-27', state: 'partly' },
    { date: '2026-11-28', state: 'free' },
  ])
})
