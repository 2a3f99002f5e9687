import { useMemo, useSyncExternalStore } from 'react'
import type { AddressBody } from '@/lib/api/types.gen'
import { isPoint, isRecord, type Point } from '@/lib/guards'
import { currentScope, useScope, type Scope } from '@/lib/scope'
import { onStored, read, readJson, write } from '@/lib/storage'

/** Where a guest's order goes and whom to ask for; kept by the client alone (ADDR-05). */
export type Contact = {
  contact_person_name: string
  contact_person_number: string
  /** Empty: none. */
  contact_person_email: string
  address_type: 'home' | 'office' | 'other'
  address: string
  house: string
  floor: string
  road: string
  /** The pin: what is priced, whatever the words say (Z5). */
  point: Point | undefined
}

const types = ['home', 'office', 'other'] as const

/** A contact from whatever was stored. */
export function contactOf(kept: Record<string, unknown>): Contact {
  const text = (key: string) => (typeof kept[key] === 'string' ? kept[key].slice(0, 500) : '')
  return {
    contact_person_name: text('contact_person_name'),
    contact_person_number: text('contact_person_number'),
    contact_person_email: text('contact_person_email'),
    address_type: types.find((type) => type === kept.address_type) ?? 'home',
    address: text('address'),
    house: text('house'),
    floor: text('floor'),
    road: text('road'),
    point: isPoint(kept.point) ? { lat: kept.point.lat, lng: kept.point.lng } : undefined,
  }
}

/** What was typed before, at the place in force: another place has another address. */
function contactAt({ location, point }: Scope, stored: unknown): Contact {
  const kept = isRecord(stored) ? stored : {}
  const contact = contactOf(kept)
  const isHere = kept.for === location && contact.address !== '' && contact.point !== undefined
  return isHere ? contact : { ...contact, address: location, point, house: '', floor: '', road: '' }
}

/** Keeps what a guest typed, for the place it was typed at. */
export const keepContact = (contact: Contact) =>
  write({ contact: JSON.stringify({ ...contact, for: currentScope().location }) })

/** The guest's contact; while a server renders, that of nobody. */
export function useContact(): Contact {
  const scope = useScope()
  const text = useSyncExternalStore(
    onStored,
    () => read('contact'),
    () => null,
  )
  return useMemo(() => contactAt(scope, text === null ? null : readJson('contact')), [scope, text])
}

/** Whether there is somebody to ask for, and unless they come themselves somewhere to go. */
export function isComplete(contact: Contact, takeAway: boolean) {
  const { contact_person_name: name, contact_person_number: number, address } = contact
  return name.trim() !== '' && number.trim() !== '' && (takeAway || address.trim() !== '')
}

/** The contact as an order takes it. For take-away nobody comes, so nothing is said of where. */
export function addressOf({ point, ...words }: Contact, takeAway: boolean): AddressBody {
  if (!takeAway) return { ...words, latitude: point?.lat ?? 0, longitude: point?.lng ?? 0 }
  const { contact_person_name, contact_person_number, contact_person_email } = words
  return { contact_person_name, contact_person_number, contact_person_email, address: '', latitude: 0, longitude: 0 }
}

/** What of it a quote depends on; undefined while there is no place, which the server then says. */
export function placeOf({ address, point }: Contact, takeAway: boolean): AddressBody | undefined {
  if (takeAway || !point) return undefined
  const { lat: latitude, lng: longitude } = point
  return { address, latitude, longitude, contact_person_name: '', contact_person_number: '' }
}
