import { expect, test } from 'vitest'
import { readDestinations, storeDestination } from './last-destinations'
import { write } from './local-storage'

const to = (location: string) => ({ location, point: { lat: -11.4, lng: 65.2 } })

test('RNT-12 the last five destinations are kept, the latest first', () => {
  for (const name of ['1', '2', '3', '4', '5', '6', '3']) storeDestination(to(name))
  expect(readDestinations()).toEqual(['3', '6', '5', '4', '2'].map(to))
})

test.each(['', '{}', '[1, {"location": "x"}]', 'null'])('LOC-14 a damaged value (%j) is ignored', (stored) => {
  write({ last_destinations: stored })
  expect(readDestinations()).toEqual([])
})
