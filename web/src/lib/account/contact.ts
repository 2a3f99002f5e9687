import type { AddressBody, AddressView, CustomerView, SavedAddress } from '@/lib/api/types.gen'
import { isId, isPoint, isRecord, type Point } from '@/lib/scope/guards'
import type { Place } from '@/lib/scope/scope'

export const addressTypes = ['home', 'office', 'other'] as const

/** 'Selected Address' is the chosen place, which is not saved (ADDR-07). */
type AddressType = (typeof addressTypes)[number] | 'Selected Address'

/** The address of an order and its contact person, with the names of the API (ADDR-07). */
export type Contact = {
  /** Id of the saved address; a guest has none. */
  id?: number
  contact_person_name: string
  /** E.164. */
  contact_person_number: string
  /** Empty: none. Only guests are asked for it. */
  contact_person_email: string
  address_type: AddressType
  /** The shopper's name for an address of type other. */
  address_label: string
  address: string
  house: string
  floor: string
  road: string
  /** For the rider. */
  additional_information: string
  /** The pin. The price depends on it, not on the text of the address (Z5). */
  point: Point | undefined
}

/** Where the rider finds the door, and how long the server lets each text be. */
export const doorFields = ['road', 'house', 'floor'] as const
export const maxDoorFieldLength = { road: 200, house: 120, floor: 120 }

/** What belongs to one place, also the note for the rider: it must not be sent with another. */
export const emptyDoor = { house: '', floor: '', road: '', additional_information: '' }

export const personFields = ['contact_person_name', 'contact_person_number', 'contact_person_email'] as const

/** The contact person. */
export type Person = Pick<Contact, (typeof personFields)[number]>

/** Returns a contact from stored data, with defaults for invalid values. */
export function parseContact(stored: Record<string, unknown>): Contact {
  const text = (key: string) => (typeof stored[key] === 'string' ? stored[key].slice(0, 500) : '')
  const types: readonly AddressType[] = [...addressTypes, 'Selected Address']
  return {
    ...(isId(stored.id) && { id: stored.id }),
    contact_person_name: text('contact_person_name'),
    contact_person_number: text('contact_person_number'),
    contact_person_email: text('contact_person_email'),
    address_type: types.find((type) => type === stored.address_type) ?? 'home',
    address_label: text('address_label'),
    address: text('address'),
    house: text('house'),
    floor: text('floor'),
    road: text('road'),
    additional_information: text('additional_information'),
    point: isPoint(stored.point) ? { lat: stored.point.lat, lng: stored.point.lng } : undefined,
  }
}

/** Returns a saved address as a contact. lat and lng are its latitude and longitude (ADDR-07). */
export function contactFromAddress({
  zone_ids: _zones,
  is_default: _default,
  latitude: lat,
  longitude: lng,
  ...words
}: AddressView): Contact {
  return { ...words, contact_person_email: '', point: { lat, lng } }
}

/** First and last name, joined (ADDR-02). */
export const fullNameOf = ({ f_name, l_name }: Pick<CustomerView, 'f_name' | 'l_name'>) => `${f_name} ${l_name}`.trim()

/** A saved address as a place to shop at. */
export const placeAt = ({ address, latitude, longitude, zone_ids: zoneIds }: AddressView): Place => ({
  location: address,
  point: { lat: latitude, lng: longitude },
  zoneIds,
})

/** Returns what is saved of a contact (ADDR-04). */
export function savedAddressOf(contact: Contact): SavedAddress {
  const { id: _id, point, contact_person_email: _email, address_label, ...words } = contact
  return {
    ...words,
    address_label: words.address_type === 'other' ? address_label : '',
    latitude: point?.lat ?? 0,
    longitude: point?.lng ?? 0,
  }
}

/** Trims all texts, as the server does. */
export const trimContact = (contact: Contact): Contact => ({
  ...contact,
  ...Object.fromEntries(
    Object.entries(contact).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.trim()]] : [])),
  ),
})

const comparedFields = ['address', 'house', 'floor', 'road', 'contact_person_name', 'contact_person_number'] as const

/** Whether a contact equals the saved address. */
export function isUnchangedAddress(contact: Contact, saved: AddressView) {
  return (
    contact.point?.lat === saved.latitude &&
    contact.point.lng === saved.longitude &&
    comparedFields.every((key) => contact[key] === saved[key])
  )
}

/** The contact in the format of an order. A take-away order has no address. */
export function orderAddressOf(contact: Contact, takeAway: boolean): AddressBody {
  const { point, contact_person_name, contact_person_number, contact_person_email } = contact
  const who = { contact_person_name, contact_person_number, contact_person_email }
  if (takeAway) return { ...who, address: '', latitude: 0, longitude: 0 }
  const { address_type, address, house, floor, road } = contact
  const where = { address_type, address, house, floor, road }
  return { ...who, ...where, latitude: point?.lat ?? 0, longitude: point?.lng ?? 0 }
}

/** The part on which a quote depends. undefined without a place; then the server returns a problem. */
export function quotePlaceOf({ address, point }: Contact, takeAway: boolean): AddressBody | undefined {
  if (takeAway || !point) return undefined
  const { lat: latitude, lng: longitude } = point
  return { address, latitude, longitude, contact_person_name: '', contact_person_number: '' }
}

/** Whether there is a contact person and, unless for take-away, an address. */
export function isComplete(contact: Contact, takeAway: boolean) {
  const { contact_person_name: name, contact_person_number: number, address } = contact
  return name.trim() !== '' && number.trim() !== '' && (takeAway || address.trim() !== '')
}

/** Returns a stored contact, or undefined. */
export const parseStoredContact = (stored: unknown) => (isRecord(stored) ? parseContact(stored) : undefined)

/** Returns a stored person, or undefined. */
export function parseStoredPerson(stored: unknown): Person | undefined {
  const contact = parseStoredContact(stored)
  if (!contact) return undefined
  const { contact_person_name, contact_person_number, contact_person_email } = contact
  return { contact_person_name, contact_person_number, contact_person_email }
}
