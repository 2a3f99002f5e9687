import { listAddresses } from '@/lib/api/sdk.gen'
import { placeAt } from '@/lib/account/contact'
import { choosePlace, currentScope } from '@/lib/scope/scope'

const timeout = 4000 // ms that a sign-in waits for the addresses

/**
 * Chooses the customer's default address as the place, unless a place was already
 * chosen on this device. Never rejects: after an error there is no place, and the
 * customer is asked for one.
 */
export async function chooseDefaultAddress() {
  const { headers, zoneIds } = currentScope()
  if (zoneIds.length > 0) return
  try {
    const signal = AbortSignal.timeout(timeout)
    const { data } = await listAddresses({ headers, query: { limit: 100 }, signal, throwOnError: true })
    const chosen = data.addresses.find(({ is_default }) => is_default)
    if (!chosen || chosen.zone_ids.length === 0 || currentScope().zoneIds.length > 0) return
    choosePlace(placeAt(chosen))
  } catch {
    // An error must not prevent the sign-in.
  }
}
