import { useMemo, useSyncExternalStore } from 'react'
import type { CustomerView } from '@/lib/api/types.gen'
import { contactFromAddress, emptyDoor, parseContact, fullNameOf, type Contact } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

/** Returns the stored contact. If it was stored for another place, it gets the address of the current place. */
function contactAt({ location, point }: Scope, stored: unknown): Contact {
  const fields = isRecord(stored) ? stored : {}
  const contact = parseContact(fields)
  const isHere = fields.for === location && contact.address !== '' && contact.point !== undefined
  return isHere ? contact : { ...contact, address: location, point, ...emptyDoor }
}

/** Stores a guest's contact for the current place (ADDR-05). */
export const storeContact = (contact: Contact) =>
  write({ contact: JSON.stringify({ ...contact, for: currentScope().location }) })

/** Returns the guest's stored contact. It is empty on the server. */
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
 * Returns the default address of a customer's order: the saved address at the current
 * place, or that place as 'Selected Address'.
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
