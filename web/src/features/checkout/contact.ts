import { useMemo, useSyncExternalStore } from 'react'
import type { CustomerView } from '@/lib/api/types.gen'
import { contactFromAddress, parseContact, fullNameOf, type Contact } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

/** What was typed before, at the place in force: another place has another address. */
function contactAt({ location, point }: Scope, stored: unknown): Contact {
  const kept = isRecord(stored) ? stored : {}
  const contact = parseContact(kept)
  const isHere = kept.for === location && contact.address !== '' && contact.point !== undefined
  return isHere ? contact : { ...contact, address: location, point, house: '', floor: '', road: '' }
}

/** Keeps what a guest typed, for the place it was typed at (ADDR-05). */
export const storeContact = (contact: Contact) =>
  write({ contact: JSON.stringify({ ...contact, for: currentScope().location }) })

/** The guest's contact; while a server renders, that of nobody. */
export function useContact(): Contact {
  const scope = useScope()
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('contact'),
    () => null,
  )
  return useMemo(() => contactAt(scope, text === null ? null : readJson('contact')), [scope, text])
}

/**
 * Where a customer's order goes before they said otherwise: to the place in
 * force, which is one of their saved addresses or the 'Selected Address'.
 */
export function contactOfCustomer({ location, point }: Scope, customer: CustomerView): Contact {
  const saved = customer.addresses.find(
    ({ latitude, longitude, address }) => address === location && latitude === point?.lat && longitude === point.lng,
  )
  if (saved) return contactFromAddress(saved)
  return {
    ...parseContact({ contact_person_name: fullNameOf(customer), contact_person_number: customer.phone }),
    address_type: 'Selected Address',
    address: location,
    point,
  }
}
