import { expect, test } from 'vitest'
import { testVehicle } from '@/test/rental-fixtures'
import { testTripCart } from '@/test/trip-fixtures'
import { fromPickupTime, payloadOf, tripOf, typesOf, withPickup } from './trip-payload'
import { toPickupTime } from '@/lib/text/wall-time'

const times: [string, string][] = [
  ['2026-01-31T15:30', '2026-01-31 3:30 PM'],
  ['2026-01-31T00:05', '2026-01-31 12:05 AM'],
  ['2026-01-31T12:00', '2026-01-31 12:00 PM'],
  ['2026-01-31T09:45', '2026-01-31 9:45 AM'],
  ['', ''],
]

test.each(times)('RNT-15 %j is written %j, and read', (wall, written) => {
  expect(toPickupTime(wall)).toBe(written)
  expect(fromPickupTime(written)).toBe(wall)
})

test('RNT-15 the payload has the documented names, and no price, distance or duration (C5)', () => {
  const pickup = { location_name: 'Harbour', lat: 1, lng: 2 }
  const trip = { type: 'hourly', hours: 4, pickup, pickupAt: '2026-01-31T15:30' } as const
  expect(payloadOf(trip)).toEqual({
    rental_type: 'hourly',
    estimated_hours: 4,
    pickup_location: pickup,
    destination_location: { location_name: '' },
    pickup_time: '2026-01-31 3:30 PM',
  })
  expect(payloadOf({ ...trip, type: 'distance_wise' }).estimated_hours).toBeUndefined()
})

test('RNT-06 a trip without a pickup begins where the provider is, and another stays as it is', () => {
  const trip = { type: 'hourly', hours: 4, pickupAt: '' } as const
  const { provider } = testVehicle
  expect(withPickup(trip, provider).pickup).toEqual({ location_name: 'Harbour, Port Saffron', lat: -11.41, lng: 65.21 })
  expect(withPickup(trip, { ...provider, address: '' }).pickup?.location_name).toBe('Anchor Car Hire')
  const address = 'Harbour '.repeat(50)
  expect(withPickup(trip, { ...provider, address }).pickup?.location_name).toBe(address.slice(0, 300))
  const pickup = { location_name: 'Hill', lat: 1, lng: 2 }
  expect(withPickup({ ...trip, pickup }, provider).pickup).toBe(pickup)
})

test('RNT-15 the trip of a cart; a place without a point is none', () => {
  expect(tripOf(testTripCart.user_data!)).toEqual({
    type: 'hourly',
    hours: 3,
    pickup: { location_name: '2 Reef Road', lat: -11.4, lng: 65.2 },
    destination: undefined,
    pickupAt: '',
  })
})

test('RNT-06 the trip types of a vehicle', () => {
  expect(typesOf(testVehicle)).toEqual(['hourly', 'distance_wise'])
  expect(typesOf({ ...testVehicle, trip_hourly: 0 })).toEqual(['distance_wise'])
})
