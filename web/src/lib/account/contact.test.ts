import { expect, test } from 'vitest'
import { testHome } from '@/test/account-fixtures'
import {
  orderAddressOf,
  contactFromAddress,
  parseContact,
  isComplete,
  isUnchangedAddress,
  quotePlaceOf,
  savedAddressOf,
  type Contact,
} from './contact'

const contact: Contact = {
  ...parseContact({
    contact_person_name: 'Asha Rao',
    contact_person_number: '+12025550123',
    contact_person_email: 'asha@example.com',
    address_type: 'other',
    address_label: 'Boat',
    address: '9 Quay Street',
    house: '4',
    floor: '2',
    road: '7',
    additional_information: 'The blue door',
  }),
  id: 7,
  point: { lat: -11.4, lng: 65.21 },
}

test.each([
  ['other', 'Boat'],
  ['home', ''],
  ['office', ''],
  ['Selected Address', ''],
] as const)('ADDR-04 an address of type %s is saved with the label %j', (address_type, label) => {
  expect(savedAddressOf({ ...contact, address_type }).address_label).toBe(label)
})

test('ADDR-04 a saved address has the address and the contact person', () => {
  const { id: _id, contact_person_email: _email, point: _point, ...words } = contact
  expect(savedAddressOf(contact)).toEqual({ ...words, latitude: -11.4, longitude: 65.21 })
})

test('ADDR-07 a contact is the saved address until a field is changed', () => {
  const saved = contactFromAddress(testHome)
  expect(isUnchangedAddress(saved, testHome)).toBe(true)
  const others: Partial<Contact>[] = [
    { point: { lat: testHome.latitude + 0.001, lng: testHome.longitude } },
    { point: { lat: testHome.latitude, lng: testHome.longitude + 0.001 } },
    { point: undefined },
    ...(['address', 'house', 'floor', 'road', 'contact_person_name', 'contact_person_number'] as const).map((key) => ({
      [key]: 'other',
    })),
  ]
  for (const other of others)
    expect([other, isUnchangedAddress({ ...saved, ...other }, testHome)]).toEqual([other, false])
})

test('TRAP_M6 a take-away order contains no address', () => {
  const who = {
    contact_person_name: 'Asha Rao',
    contact_person_number: '+12025550123',
    contact_person_email: 'asha@example.com',
  }
  expect(orderAddressOf(contact, true)).toEqual({ ...who, address: '', latitude: 0, longitude: 0 })
  const where = { address_type: 'other', address: '9 Quay Street', house: '4', floor: '2', road: '7' }
  expect(orderAddressOf(contact, false)).toEqual({ ...who, ...where, latitude: -11.4, longitude: 65.21 })
})

test('Z5 a quote is requested with the place, but without the contact person', () => {
  const nobody = { contact_person_name: '', contact_person_number: '' }
  expect(quotePlaceOf(contact, false)).toEqual({
    ...nobody,
    address: '9 Quay Street',
    latitude: -11.4,
    longitude: 65.21,
  })
  expect(quotePlaceOf(contact, true)).toBeUndefined()
  expect(quotePlaceOf({ ...contact, point: undefined }, false)).toBeUndefined()
})

test.each([
  ['as it is', {}, true, true],
  ['without a name', { contact_person_name: ' ' }, false, false],
  ['without a phone', { contact_person_number: ' ' }, false, false],
  ['without an address', { address: ' ' }, false, true],
])('CHK-01 a contact %s is complete, or not', (_name, part, delivery, takeAway) => {
  expect([isComplete({ ...contact, ...part }, false), isComplete({ ...contact, ...part }, true)]).toEqual([
    delivery,
    takeAway,
  ])
})
