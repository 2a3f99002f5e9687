import { forgetBuyNow } from './buy-now'
import { onStored, read, write } from './storage'
import { readVisit, writeVisit, type VisitKey } from './visit'

const begun: VisitKey[] = ['checkout', 'placing']
const onTheWay: VisitKey[] = ['unfinished', 'way-back', 'cart-conflict', 'social']
const forget = (keys: VisitKey[]) => keys.forEach((key) => writeVisit(key, null))

/** What belongs to a person, beside who they are; null removes it. */
const personal = {
  location: null,
  currentLatLng: null,
  zoneid: null,
  zone_ids: null,
  last_destinations: null,
  guest_orders: null,
  contact: null,
  last_cart: null,
  skipped_interests: null,
}

/**
 * Signs in. The guest that was goes in the same write, so that every answer is
 * cleared once (C2); their cart and their place come along (CART-01). Where another
 * customer's token had expired here, all that was theirs goes first.
 */
export function keepToken(token: string, customerId: number) {
  const customer = String(customerId)
  const isOther = read('customer') !== null && read('customer') !== customer
  const ofGuest = { guest_id: null, guest_orders: null, contact: null, last_cart: null }
  write({ ...(isOther ? personal : ofGuest), token, customer, guest_id: null })
}

/** Signs out: whoever has the device next finds nothing of the customer on it (C2). */
export function forgetCustomer() {
  write({ ...personal, token: null, customer: null })
  forgetVisit()
}

/** Clears what this tab keeps of a person for their visit. */
function forgetVisit() {
  forget([...begun, ...onTheWay])
  forgetBuyNow()
}

/** The customer whose this browser is; '' for a guest. After an expired token it is still them. */
const current = () => read('customer') ?? ''

/**
 * Clears what a tab keeps for a visit when the browser becomes somebody else's,
 * in whichever tab that happened. A guest who signs in on the checkout goes on with
 * what they typed; one who signs in elsewhere may be the next person.
 */
export function clearOnNewPerson() {
  const kept = readVisit('person')
  let before = typeof kept === 'string' ? kept : ''
  const check = () => {
    const now = current()
    if (now === before) return
    const wasGuest = before === ''
    before = now
    writeVisit('person', now)
    if (!wasGuest) forgetVisit()
    else if (location.pathname !== '/checkout') forget(begun)
  }
  check()
  return onStored(check)
}
