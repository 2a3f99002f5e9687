import { createGuest } from '@/lib/api/sdk.gen'
import { hasCode } from '@/lib/requests/problems'
import { sessionOver } from '@/lib/requests/session-over'
import { currentScope, sessionNumber, storeGuestId } from '@/lib/scope/scope'

let asking: Promise<string> | undefined

/**
 * Returns the guest's id, from the storage or new from the server (CART-01). Concurrent
 * callers share one request. Callers ignore an error: it is not shown, and the next call
 * tries again (API-07).
 */
export async function ensureGuest(): Promise<string> {
  const { guestId } = currentScope()
  if (guestId) return guestId
  asking ??= createGuest({ throwOnError: true })
    .then(({ data }) => {
      // A shopper who has signed in meanwhile is no longer a guest.
      if (!currentScope().signedIn) storeGuestId(data.guest_id)
      return data.guest_id
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

const isGuestUnknown = (error: unknown) => hasCode(error, ['guest_unknown'])

/**
 * Runs a call as the shopper. A guest whose id the server does not know gets a new one, and the call
 * runs once more. It rejects with AbortError instead of running for somebody who has signed in meanwhile.
 */
export async function asShopper<T>(call: (guestId: string | undefined) => Promise<T>): Promise<T> {
  const session = sessionNumber()
  const run = async () => {
    const guestId = currentScope().signedIn ? undefined : await ensureGuest()
    if (session !== sessionNumber()) throw sessionOver()
    return call(guestId)
  }
  try {
    return await run()
  } catch (error) {
    if (!isGuestUnknown(error)) throw error
    return run()
  }
}
