import { onStorageChange, read, write } from '@/lib/scope/local-storage'
import { readTabValue, writeTabValue, type TabKey } from '@/lib/scope/tab-storage'
import { isCheckout } from './return-to'

const checkoutKeys: TabKey[] = [
  'checkout',
  'placing',
  'trip-checkout',
  'placing-trip',
  'parcel-checkout',
  'placing-parcel',
]
const signInKeys: TabKey[] = ['unfinished', 'way-back', 'social', 'referral']
const removeTabValues = (keys: TabKey[]) => keys.forEach((key) => writeTabValue(key, null))

/** Personal values besides the token and the customer id; null removes them. */
const personalKeys = {
  location: null,
  currentLatLng: null,
  zoneid: null,
  zone_ids: null,
  last_destinations: null,
  guest_orders: null,
  guest_trips: null,
  contact: null,
  last_cart: null,
  cart_conflict: null,
  skipped_interests: null,
  recent_searches: null,
  push_endpoint: null,
}

/** Whether the sign-in that is being stored began at a checkout. */
let beganAtCheckout = false

/**
 * Signs in. The guest id is removed in the same write, so that the query cache is
 * cleared only once (C2); the guest's cart and place are kept (CART-01). If another
 * customer's token has expired on this device, their personal values are removed too.
 * atCheckout: the sign-in began at a checkout and ended on another page, as those through a provider do.
 */
export function startSession(token: string, customerId: number, atCheckout = false) {
  const customer = String(customerId)
  const isOther = read('customer') !== null && read('customer') !== customer
  const ofGuest = { guest_id: null, guest_orders: null, guest_trips: null, contact: null, last_cart: null }
  beganAtCheckout = atCheckout
  write({ ...(isOther ? personalKeys : ofGuest), token, customer, guest_id: null })
  beganAtCheckout = false
}

/** Signs out, and removes everything personal: the next person may be somebody else (C2). */
export function endSession() {
  write({ ...personalKeys, token: null, customer: null })
  clearTabValues()
}

/** Removes everything personal that this tab stores. */
const clearTabValues = () => removeTabValues([...checkoutKeys, ...signInKeys, 'buy-now'])

/** The id of the customer; '' for a guest. An expired token does not change it. */
const currentCustomer = () => read('customer') ?? ''

/**
 * Clears this tab's personal values when another person signs in, in any tab.
 * A guest who signs in at the checkout keeps what they typed there; a guest who
 * signs in elsewhere may be the next person. Returns an unsubscribe function.
 */
export function clearForNewPerson() {
  const kept = readTabValue('person')
  let before = typeof kept === 'string' ? kept : ''
  const check = () => {
    const now = currentCustomer()
    if (now === before) return
    const wasGuest = before === ''
    before = now
    writeTabValue('person', now)
    if (!wasGuest) clearTabValues()
    else if (!beganAtCheckout && !isCheckout(location.pathname)) removeTabValues(checkoutKeys)
  }
  check()
  return onStorageChange(check)
}
