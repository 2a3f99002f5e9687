import type { AddressBody, AddressView, CustomerView, SavedAddress } from '@/lib/api/types.gen'
import { isId, isPoint, isRecord, type Point } from '@/lib/scope/guards'
import type { Place } from '@/lib/scope/scope'

export const addressTypes = ['home', 'office', 'other'] as const

/** 'Selected Address' is the place in force, which nobody saved (ADDR-07). */
type AddressType = (typeof addressTypes)[number] | 'Selected Address'

/** Where an order goes and whom to ask for; named as the API names it (ADDR-07). */
export type Contact = {
  /** Of the saved address that it is; a guest has none. */
  id?: number
  contact_person_name: string
  /** E.164. */
  contact_person_number: string
  /** Empty: none. Asked of guests. */
  contact_person_email: string
  address_type: AddressType
  /** The own word for an address of type other. */
  address_label: string
  address: string
  house: string
  floor: string
  road: string
  /** For whoever brings it. */
  additional_information: string
  /** The pin: what is priced, whatever the words say (Z5). */
  point: Point | undefined
}

export const personFields = ['contact_person_name', 'contact_person_number'] as const

/** Whom to ask for. */
export type Person = Pick<Contact, (typeof personFields)[number]>

/** A contact from whatever was stored. */
export function parseContact(kept: Record<string, unknown>): Contact {
  const text = (key: string) => (typeof kept[key] === 'string' ? kept[key].slice(0, 500) : '')
  const types: readonly AddressType[] = [...addressTypes, 'Selected Address']
  return {
    ...(isId(kept.id) && { id: kept.id }),
    contact_person_name: text('contact_person_name'),
    contact_person_number: text('contact_person_number'),
    contact_person_email: text('contact_person_email'),
    address_type: types.find((type) => type === kept.address_type) ?? 'home',
    address_label: text('address_label'),
    address: text('address'),
    house: text('house'),
    floor: text('floor'),
    road: text('road'),
    additional_information: text('additional_information'),
    point: isPoint(kept.point) ? { lat: kept.point.lat, lng: kept.point.lng } : undefined,
  }
}

/** A saved address as a contact; lat and lng are its latitude and longitude (ADDR-07). */
export function contactFromAddress({
  zone_ids: _zones,
  is_default: _default,
  latitude: lat,
  longitude: lng,
  ...words
}: AddressView): Contact {
  return { ...words, contact_person_email: '', point: { lat, lng } }
}

/** The customer themselves, whose name is first and last joined (ADDR-02). */
export const fullNameOf = ({ f_name, l_name }: Pick<CustomerView, 'f_name' | 'l_name'>) => `${f_name} ${l_name}`.trim()

/** A saved address as a place to shop at. */
export const placeAt = ({ address, latitude, longitude, zone_ids: zoneIds }: AddressView): Place => ({
  location: address,
  point: { lat: latitude, lng: longitude },
  zoneIds,
})

/** What is saved of a contact (ADDR-04). */
export function savedAddressOf(contact: Contact): SavedAddress {
  const { id: _id, point, contact_person_email: _email, address_label, ...words } = contact
  return {
    ...words,
    address_label: words.address_type === 'other' ? address_label : '',
    latitude: point?.lat ?? 0,
    longitude: point?.lng ?? 0,
  }
}

/** Without the blanks around what was typed: as the server keeps it. */
export const trimContact = (contact: Contact): Contact => ({
  ...contact,
  ...Object.fromEntries(
    Object.entries(contact).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.trim()]] : [])),
  ),
})

const comparedFields = ['address', 'house', 'floor', 'road', 'contact_person_name', 'contact_person_number'] as const

/** Whether a contact is a saved address as it stands. */
export function isUnchangedAddress(contact: Contact, saved: AddressView) {
  return (
    contact.point?.lat === saved.latitude &&
    contact.point.lng === saved.longitude &&
    comparedFields.every((key) => contact[key] === saved[key])
  )
}

/** The contact as an order takes it. For take-away nobody comes, so nothing is said of where. */
export function orderAddressOf(contact: Contact, takeAway: boolean): AddressBody {
  const { point, contact_person_name, contact_person_number, contact_person_email } = contact
  const who = { contact_person_name, contact_person_number, contact_person_email }
  if (takeAway) return { ...who, address: '', latitude: 0, longitude: 0 }
  const { address_type, address, house, floor, road } = contact
  const where = { address_type, address, house, floor, road }
  return { ...who, ...where, latitude: point?.lat ?? 0, longitude: point?.lng ?? 0 }
}

/** What of it a quote depends on; undefined while there is no place, which the server then says. */
export function quotePlaceOf({ address, point }: Contact, takeAway: boolean): AddressBody | undefined {
  if (takeAway || !point) return undefined
  const { lat: latitude, lng: longitude } = point
  return { address, latitude, longitude, contact_person_name: '', contact_person_number: '' }
}

/** Whether there is somebody to ask for, and unless they come themselves somewhere to go. */
export function isComplete(contact: Contact, takeAway: boolean) {
  const { contact_person_name: name, contact_person_number: number, address } = contact
  return name.trim() !== '' && number.trim() !== '' && (takeAway || address.trim() !== '')
}

/** Whatever was kept as a contact, or nothing. */
export const parseStoredContact = (kept: unknown) => (isRecord(kept) ? parseContact(kept) : undefined)

/** Whatever was kept as a person, or nothing. */
export function parseStoredPerson(kept: unknown): Person | undefined {
  const contact = parseStoredContact(kept)
  if (!contact) return undefined
  const { contact_person_name, contact_person_number } = contact
  return { contact_person_name, contact_person_number }
}
