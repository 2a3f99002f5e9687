import type {
  OrderView,
  ParcelCategoriesOutputBody,
  ParcelCategoryView,
  ParcelInstructionsOutputBody,
  QuoteView,
} from '@/lib/api/types.gen'
import { testModules, testStore, wholeList } from './fixtures'
import { testOrder, testQuote, testRows } from './trade-fixtures'

/** The module in which parcels are sent. */
export const parcelModule = {
  ...testModules[0]!,
  id: 14,
  slug: 'parcel',
  module_type: 'parcel',
  module_name: 'Parcel',
} as const

const documents: ParcelCategoryView = {
  id: 1,
  slug: 'documents',
  name: 'Documents',
  description: 'Letters and keys',
  image_full_url: '',
  maximum_weight: 'up to 1 kg',
  base_charge: 1.2,
  per_km: 0.45,
  minimum_charge: 2,
  further_charge: 0.3,
  maximum_quantity: 3,
}

export const testCategories: ParcelCategoriesOutputBody = wholeList({
  categories: [
    documents,
    {
      ...documents,
      id: 2,
      slug: 'boxes',
      name: 'Big box',
      description: 'A suitcase',
      base_charge: 4.5,
      maximum_quantity: 1,
    },
  ],
})

export const testInstructions: ParcelInstructionsOutputBody = wholeList({
  instructions: [
    { id: 1, text: 'Fragile' },
    { id: 2, text: 'Please call first' },
  ],
})

/** One package of documents that can be sent right now. */
export const parcelQuote: QuoteView = {
  ...testQuote,
  store: { ...testStore, id: 0, name: 'Parcel' },
  parcel: { category_id: 1, category: 'Documents', image_full_url: '', quantity: 1, charge_payer: 'sender' },
  lines: [],
  rows: testRows({ parcel_base: 1.2, parcel_distance: 0.54, parcel_minimum: 0.26, tax: 0.1, total: 2.1 }),
  total: 2.1,
  to_pay: 2.1,
}

/** A parcel on its way from Asha to Ben, who pays at the door. */
export const testParcel: OrderView = {
  ...testOrder,
  order_type: 'parcel',
  module: parcelModule,
  store: { ...testStore, id: 0, name: 'Parcel' },
  lines: [],
  rows: parcelQuote.rows,
  parcel: { category_id: 1, category: 'Documents', image_full_url: '', quantity: 2, charge_payer: 'receiver' },
  receiver: {
    address: '2 Hill Street',
    latitude: -11.39,
    longitude: 65.21,
    contact_person_name: 'Ben Okri',
    contact_person_number: '+12025550177',
  },
  tracking: { ...testOrder.tracking, order_type: 'parcel' },
}
