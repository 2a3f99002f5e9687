import type {
  TrackedTripView,
  TripCartView,
  TripLineView,
  TripQuoteView,
  TripView,
  VehicleView,
} from '@/lib/api/types.gen'
import { rentalModule, testProvider, testVehicle } from './rental-fixtures'
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
  rate: 12.6,
  rate_when_added: 12.6,
  problems: [],
  warnings: [],
  badge_discount: 10,
  badge_discount_type: 'percent',
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

/** What that costs, with no problem. */
export const testTripQuote: TripQuoteView = {
  cart: testTripCart,
  provider: testProvider,
  rows: testTripCart.rows,
  total: 39.69,
  wallet_balance: 0,
  wallet_part: 0,
  to_pay: 39.69,
  payment_methods: ['cash_on_delivery', 'digital_payment'],
  gateways: [{ gateway: 'sandbox', gateway_title: 'Sandbox' }],
  offline_methods: [],
  cancellation: { free_hours: 24, late_percent: 50 },
  late_return: { percent: 0, grace_minutes: 30 },
  deposit: 0,
  problems: [],
  digest: 'digest-1',
}

/** A confirmed trip of one car for three hours. */
export const testTrip: TripView = {
  id: 17,
  trip_status: 'confirmed',
  photos: [],
  photo_phases: [],
  payment_status: 'unpaid',
  payment_method: 'cash_on_delivery',
  module: rentalModule,
  provider: testProvider,
  rental_type: 'hourly',
  estimated_hours: 3,
  distance: 0,
  distance_source: 'route',
  pickup_location: { location_name: 'Quay 7' },
  destination_location: { location_name: '' },
  pickup_at: '2026-01-31T09:00:00Z',
  return_at: '2026-01-31T12:00:00Z',
  lines: [
    {
      id: 1,
      vehicle_id: 3,
      name: 'Finch',
      image_full_url: '',
      quantity: 2,
      unit_price: 30,
      subtotal: 60,
      discount: 0,
      total: 60,
    },
  ],
  rows: testRows({ subtotal: 60, tax: 6, total: 66 }),
  coupon_code: '',
  total: 66,
  contact_person_name: 'Asha',
  contact_person_number: '+12025550123',
  contact_person_email: '',
  note: '',
  cancel_reason: '',
  awaits_payment: false,
  wallet_part: 0,
  to_pay: 66,
  payment_methods: [],
  gateways: [],
  payments: [],
  offline_methods: [],
  refunds: [],
  refunded: 0,
  can_request_refund: false,
  can_cancel: true,
  cancel_gives_back: 0,
  cancellation: { free_hours: 24, late_percent: 50 },
  late_return: { percent: 0, grace_minutes: 30 },
  deposit: 0,
  extension_hours: 0,
  late_hours: 0,
  extensions: [],
  timeline: [
    { status: 'pending', at: '2026-01-30T09:00:00Z', by: 'shopper' },
    { status: 'confirmed', at: '2026-01-30T09:10:00Z', by: 'store' },
  ],
  created_at: '2026-01-30T09:00:00Z',
  updated_at: '2026-01-30T09:10:00Z',
}

/** The same trip, as its number and phone show it. */
export const testTrackedTrip: TrackedTripView = {
  id: testTrip.id,
  trip_status: testTrip.trip_status,
  provider: testProvider.name,
  time_zone: testProvider.time_zone,
  rental_type: testTrip.rental_type,
  vehicles: [{ name: 'Finch', quantity: 2 }],
  pickup_at: testTrip.pickup_at,
  return_at: testTrip.return_at,
  timeline: testTrip.timeline,
}

/** A payment outside of the shop that the shopper has said is made. */
export const sentPayment: NonNullable<TripView['offline_payment']> = {
  method: 'bank',
  name: 'Bank',
  status: 'sent',
  fields: [],
  images: [],
  reason: '',
}
