import type { TripCartView, TripLineView, VehicleView } from '@/lib/api/types.gen'
import { testVehicle } from './rental-fixtures'
import { testRows } from './trade-fixtures'

/** Another provider's vehicle. */
export const otherVehicle: VehicleView = {
  ...testVehicle,
  id: 52,
  slug: 'dune-van',
  name: 'Dune Van',
  provider: { ...testVehicle.provider, id: 8, slug: 'dune-rentals', name: 'Dune Rentals' },
}

export const testTripLine: TripLineView = {
  id: 1,
  quantity: 1,
  vehicle: testVehicle,
  provider: testVehicle.provider,
  original_price: 42,
  price: 37.8,
}

/** An empty trip cart. */
export const emptyTrip: TripCartView = { carts: [], rows: [], total: 0, quantity: 0 }

/** One vehicle for three hours. */
export const testTripCart: TripCartView = {
  carts: [testTripLine],
  rows: testRows({ subtotal: 42, discount: -4.2, tax: 1.89, total: 39.69 }),
  total: 39.69,
  quantity: 1,
  user_data: {
    id: 5,
    rental_type: 'hourly',
    trip_type: 'hourly',
    estimated_hours: 3,
    distance: 0,
    distance_source: 'straight',
    destination_time: 0,
    pickup_location: { location_name: '2 Reef Road', lat: -11.4, lng: 65.2 },
    destination_location: { location_name: '' },
    pickup_time: '',
  },
}
