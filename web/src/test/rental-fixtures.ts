import type { ProviderCountView, VehicleView } from '@/lib/api/types.gen'
import { testModules } from './fixtures'

/** The module in which vehicles are rented. */
export const rentalModule = {
  ...testModules[0]!,
  id: 15,
  slug: 'rental',
  module_type: 'rental',
  module_name: 'Rental',
} as const

/** A car that is rented by the hour and by distance, with a discount. */
export const testVehicle: VehicleView = {
  id: 31,
  slug: 'tarn-ridge-anchor',
  name: 'Tarn Ridge',
  brand: 'Tarn',
  description:
    'High seats, four driven wheels, made for Kestrel Hill. Insurance and a full tank or battery are in the price.',
  category_id: 51,
  thumbnail_full_url: '/media/0/vehicle/suv-480.webp',
  images_full_url: ['/media/0/vehicle/suv-480.webp', '/media/0/vehicle/suv-dusk-480.webp'],
  new_tag: 1,
  provider: {
    id: 4,
    slug: 'anchor-car-hire',
    name: 'Anchor Car Hire',
    latitude: -11.41,
    longitude: 65.21,
    time_zone: 'Indian/Maldives',
  },
  seating_capacity: 5,
  type: 'SUV',
  air_condition: 1,
  transmission_type: 'automatic',
  fuel_type: 'Petrol',
  trip_hourly: 1,
  trip_distance: 1,
  hourly_price: 14,
  deposit: 0,
  driver_licence: false,
  distance_price: 0.6,
  discount_price: 10,
  discount_type: 'percent',
  total_vehicle_count: 3,
  total_vehicles: 3,
  total_reviews: 12,
  avg_rating: 4.5,
  start_from: {
    price: 0.54,
    original_price: 0.6,
    unit: 'distance_wise',
    badge_discount: 10,
    badge_discount_type: 'percent',
  },
}

/** A bicycle by the hour, without discount and ratings. */
export const testBicycle: VehicleView = {
  ...testVehicle,
  id: 32,
  slug: 'spoke-dutchman-anchor',
  name: 'Spoke Dutchman',
  brand: 'Spoke',
  new_tag: 0,
  description: 'Seven gears, basket, lock.',
  images_full_url: ['/media/0/vehicle/bicycle-480.webp'],
  thumbnail_full_url: '/media/0/vehicle/bicycle-480.webp',
  seating_capacity: 1,
  type: 'City bicycle',
  air_condition: 0,
  transmission_type: 'manual',
  fuel_type: 'None',
  trip_distance: 0,
  hourly_price: 1.5,
  distance_price: 0,
  discount_price: 0,
  total_vehicle_count: 1,
  total_vehicles: 1,
  total_reviews: 0,
  avg_rating: 0,
  start_from: { price: 1.5, original_price: 1.5, unit: 'hourly', badge_discount: 0, badge_discount_type: 'percent' },
}

/** Who owns both. */
export const testProvider: ProviderCountView = {
  id: 4,
  slug: 'anchor-car-hire',
  name: 'Anchor Car Hire',
  description: 'On the quay since the first ferry.',
  logo_full_url: '/media/0/logo/wheel-480.webp',
  cover_photo_full_url: '/media/0/store/rentals-480.webp',
  avg_rating: 4.6,
  rating_count: 320,
  trip_count: 900,
  address: 'Harbour, Port Saffron',
  phone: '+12025550142',
  latitude: -11.41,
  longitude: 65.21,
  zone_id: 1,
  time_zone: 'Indian/Maldives',
  pickup_zone_id: 1,
  pickup_zone_ids: [1, 2],
  vehicle_count: 2,
}
