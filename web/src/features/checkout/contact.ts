import { useSyncExternalStore } from 'react'
import type { AddressBody } from '@/lib/api/types.gen'
import { isPoint, isRecord } from '@/lib/guards'
import { currentScope, useScope, type Scope } from '@/lib/scope'
import { onStored, readJson, write } from '@/lib/storage'

/** Where a guest's order goes and whom to ask for; kept by the client alone (ADDR-05). */
export type Contact = Required<Omit<AddressBody, 'address_type' | 'contact_person_email'>> & {
  contact_person_email: string
  address_type: NonNullable<AddressBody['address_type']>
}

const texts = [
  'contact_person_name',
  'contact_person_number',
  'contact_person_email',
  'house',
  'floor',
  'road',
] as const
const labels = ['home', 'office', 'other'] as const

/** What was typed before, and the place in force: the pin is what is priced (Z5). */
export function contactFor(scope: Scope, stored: unknown): Contact {
  const kept = isRecord(stored) ? stored : {}
  const textOf = (key: string) => (typeof kept[key] === 'string' ? kept[key].slice(0, 500) : '')
  const words = Object.fromEntries(texts.map((key) => [key, textOf(key)])) as Record<(typeof texts)[number], string>
  const own = isPoint(kept['point']) && textOf('address') !== '' && kept['for'] === scope.location
  const point = own ? (kept['point'] as { lat: number; lng: number }) : scope.point
  return {
    ...words,
    address_type: labels.find((label) => label === kept['address_type']) ?? 'home',
    address: own ? textOf('address') : scope.location,
    latitude: point?.lat ?? 0,
    longitude: point?.lng ?? 0,
  }
}

/** Keeps what a guest typed, for the place it was typed at: another place has another address. */
export function keepContact(contact: Contact) {
  const { latitude: lat, longitude: lng, ...rest } = contact
  write({ contact: JSON.stringify({ ...rest, point: { lat, lng }, for: currentScope().location }) })
}

let cached: { raw: string; contact: Contact } | undefined

function read(): Contact {
  const scope = currentScope()
  const stored = readJson('contact')
  const raw = JSON.stringify([stored, scope.location, scope.point])
  if (cached?.raw !== raw) cached = { raw, contact: contactFor(scope, stored) }
  return cached.contact
}

/** The guest's contact; while a server renders, that of nobody. */
export function useContact(): Contact {
  const scope = useScope()
  const nobody = serverContact(scope)
  return useSyncExternalStore(onStored, read, () => nobody)
}

let rendered: { scope: Scope; contact: Contact } | undefined
function serverContact(scope: Scope) {
  if (rendered?.scope !== scope) rendered = { scope, contact: contactFor(scope, undefined) }
  return rendered.contact
}

/** Whether there is somebody to ask for. */
export const hasContact = ({ contact_person_name: name, contact_person_number: number }: Contact) =>
  name.trim() !== '' && number.trim() !== ''
