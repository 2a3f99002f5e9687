import { http, HttpResponse } from 'msw'
import type { AddressesOutputBody, AddressView, CustomerView } from '@/lib/api/types.gen'

/** At home, in the Old Town's zone and the Harbour's. */
export const testHome: AddressView = {
  id: 5,
  is_default: false,
  address_type: 'home',
  address_label: '',
  address: '12 Saffron Circus',
  latitude: -11.41,
  longitude: 65.2,
  contact_person_name: 'Asha Rao',
  contact_person_number: '+12025550123',
  additional_information: 'The blue door',
  house: '4',
  floor: '2',
  road: 'Rope Lane',
  zone_ids: [1, 2],
}

export const testAunt: AddressView = {
  ...testHome,
  id: 6,
  address_type: 'other',
  address_label: 'Aunt Suri',
  address: '3 Mill Ring',
  latitude: -11.42,
  house: '',
  floor: '',
  road: '',
  additional_information: '',
  zone_ids: [1],
}

/** Somebody who proved nothing yet. */
export const testCustomer: CustomerView = {
  id: 3,
  f_name: 'Asha',
  l_name: 'Rao',
  phone: '+12025550123',
  email: 'asha@example.com',
  image: '',
  image_full_url: '',
  is_phone_verified: 0,
  is_email_verified: 0,
  has_password: true,
  confirm_by: 'password',
  storage: [],
  addresses: [],
  interest: [],
  module_ids: [],
  wallet_balance: 0,
  loyalty_point: 0,
  ref_code: '',
  order_count: 0,
  created_at: '2026-11-20T10:00:00Z',
}

/** A token as sign-in answers one. */
export const testToken = 'bearer-token-0123456789'

/** The customer's book of addresses, as its call answers it. */
export const answerAddresses = (...addresses: AddressView[]) =>
  http.get('*/customer/addresses', () =>
    HttpResponse.json<AddressesOutputBody>({ addresses, limit: 100, offset: 1, total_size: addresses.length }),
  )
