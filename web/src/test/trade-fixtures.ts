import type { CartLineView, ErrorBody, OrderView, PriceRow, QuoteView, TrackingView } from '@/lib/api/types.gen'
import { testItem, testModules, testStore } from './fixtures'

/** Two burgers. */
export const testLine: CartLineView = {
  id: 1,
  item: testItem,
  quantity: 2,
  price: 9.6,
  original_price: 12,
  subtotal: 24,
  total: 19.2,
  price_alone: 9.6,
  price_when_added: 9.6,
  variation: [],
  add_on_ids: [],
  add_on_qtys: [],
  summary: 'Double, 1 × Fried egg',
  note: '',
  problems: [],
  store: {
    id: testStore.id,
    slug: testStore.slug,
    name: testStore.name,
    delivery: true,
    free_delivery: false,
    minimum_order: 0,
  },
}

/** Rows as the server writes them: named by their code, in the order of showing. */
export const testRows = (amounts: Record<string, number>): PriceRow[] =>
  Object.entries(amounts).map(([code, amount]) => ({ code, label: `price_row.${code}`, amount }))

/** A delivery that can be placed right now. */
export const testQuote: QuoteView = {
  store: testStore,
  lines: [testLine],
  rows: testRows({ subtotal: 24, discount: -4.8, delivery_charge: 1.99, tax: 1.54, total: 22.73 }),
  subtotal: 24,
  discount: 4.8,
  coupon_discount: 0,
  delivery_charge: 1.99,
  tax: 1.54,
  tax_included: 0,
  additional_charge: 0,
  extra_packaging: 0,
  tip: 0,
  total: 22.73,
  wallet_balance: 0,
  wallet_part: 0,
  to_pay: 22.73,
  distance_km: 1.2,
  distance_source: 'route',
  slots: [
    { date: '2026-11-21', slots: [{ starts_at: '2026-11-21T05:00:00Z', from: '10:00', to: '10:30' }] },
    {
      date: '2026-11-22',
      slots: [
        { starts_at: '2026-11-22T05:00:00Z', from: '10:00', to: '10:30' },
        { starts_at: '2026-11-22T05:30:00Z', from: '10:30', to: '11:00' },
      ],
    },
  ],
  now_allowed: true,
  ready_in: '20-30',
  payment_methods: ['cash_on_delivery'],
  gateways: [],
  offline_methods: [],
  is_prescription_required: 0,
  warnings: [],
  problems: [],
  digest: 'digest-1',
}

/** Nothing of it has been seen to yet. */
export const testTracking: TrackingView = {
  order_id: 17,
  order_status: 'pending',
  order_type: 'delivery',
  step: 0,
  estimated_from: '2126-11-20T09:05:00Z',
  estimated_to: '2126-11-20T09:15:00Z',
  time_zone: 'Indian/Maldives',
  store_point: { lat: -11.4, lng: 65.2 },
  destination_point: { lat: -11.41, lng: 65.2 },
  route: [
    { lat: -11.4, lng: 65.2 },
    { lat: -11.41, lng: 65.2 },
  ],
  timeline: [{ status: 'pending', at: '2126-11-20T08:35:00Z', by: 'shopper' }],
  awaits_payment: false,
  can_cancel: true,
  updated_at: '2126-11-20T08:35:00Z',
}

export const testOrder: OrderView = {
  id: 17,
  order_status: 'pending',
  payment_status: 'unpaid',
  payment_method: 'cash_on_delivery',
  awaits_payment: false,
  payment_methods: [],
  gateways: [],
  offline_methods: [],
  wallet_part: 0,
  to_pay: 22.73,
  follow_token: 'follow-17',
  order_type: 'delivery',
  module: testModules[0] ?? neverEmpty(),
  store: testStore,
  lines: [
    {
      id: 1,
      item_id: 7,
      name: testItem.name,
      image_full_url: '',
      options: 'Double, 1 × Fried egg',
      note: '',
      offer: '',
      quantity: 2,
      unit_price: 12,
      subtotal: 24,
      discount: 4.8,
      coupon: 0,
      total: 19.2,
      refunded_quantity: 0,
    },
  ],
  payments: [],
  refunds: [],
  refunded: 0,
  can_request_refund: false,
  rows: testQuote.rows,
  coupon_code: '',
  total: 22.73,
  address: {
    address: '12 Saffron Circus',
    latitude: -11.41,
    longitude: 65.2,
    contact_person_name: 'Asha Rao',
    contact_person_number: '+12025550123',
    house: '4',
  },
  order_note: 'No onions',
  delivery_instruction: '',
  unavailable_item_note: '',
  cutlery: false,
  cancel_reason: '',
  prescription_status: 'none',
  prescription_images: [],
  timeline: testTracking.timeline,
  tracking: testTracking,
  created_at: '2126-11-20T08:35:00Z',
}

function neverEmpty(): never {
  throw new Error('the fixtures have no module')
}

/** A refusal in the one shape of all of them. */
export const refusal = (code: string, message: string, more: { field?: string; detail?: unknown } = {}): ErrorBody => ({
  errors: [{ code, message, field: more.field }],
  message,
  detail: more.detail,
})
