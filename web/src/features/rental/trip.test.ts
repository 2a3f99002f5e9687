import { expect, test } from 'vitest'
import { chargedHours, type SearchTrip } from './trip'

const zone = 'Indian/Maldives' // +5
const noon = Date.parse('2026-11-20T07:00Z')
const second = 1000
const hour = 3600 * second

test.each<[string, Partial<SearchTrip>, number, number]>([
  ['without an end, its hours', { hours: 3 }, 0, 3],
  ['from now on', { until: '2026-11-20T14:00' }, 0, 2],
  ['from the next whole minute on', { until: '2026-11-20T14:00' }, -second, 2],
  ['a part of an hour is a whole one', { until: '2026-11-20T14:01' }, 0, 3],
  ['to the minute in which it began', { until: '2026-11-20T14:01' }, 41 * second, 2],
  ['from the pickup on', { until: '2026-11-20T15:00', pickupTime: '2026-11-20T13:30' }, 0, 2],
  ['from now on, when the pickup has passed', { until: '2026-11-20T15:00', pickupTime: '2026-11-20T09:00' }, 0, 3],
  ['at least one', { until: '2026-11-20T11:00', pickupTime: '2026-11-20T09:00' }, 0, 1],
  ['at most a year', { until: '2028-11-20T11:00' }, 0, 8760],
  ['after hours of waiting', { until: '2026-11-20T15:00', pickupTime: '2026-11-20T13:30' }, 2 * hour, 1],
])('RNT-08 RNT-09 D2 %s', (_name, trip, after, hours) => {
  expect(chargedHours({ type: 'hourly', hours: 1, ...trip }, zone, noon + after)).toBe(hours)
})
