import { createGuest } from '@/lib/api/sdk.gen'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, storeGuestId } from '@/lib/scope/scope'

let asking: Promise<string> | undefined

/**
 * The guest's id, from the storage or new from the server (CART-01). Callers
 * that come together wait for one answer. A failure is theirs to swallow: it is
 * not shown, and the next need asks again (API-07).
 */
export async function ensureGuest(): Promise<string> {
  const { guestId } = currentScope()
  if (guestId) return guestId
  asking ??= createGuest({ throwOnError: true })
    .then(({ data }) => {
      // Who signed in meanwhile is no guest any more.
      if (!currentScope().signedIn) storeGuestId(data.guest_id)
      return data.guest_id
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

const isGuestUnknown = (error: unknown) => isRefusal(error) && error.errors.some(({ code }) => code === 'guest_unknown')

/** Runs a call as the shopper; a guest whom the server no longer knows gets a new id, and one more try. */
export async function asShopper<T>(call: (guestId: string | undefined) => Promise<T>): Promise<T> {
  const who = async () => (currentScope().signedIn ? undefined : ensureGuest())
  try {
    return await call(await who())
  } catch (error) {
    if (!isGuestUnknown(error)) throw error
    return call(await who())
  }
}
