import { listAddresses } from '@/lib/api/sdk.gen'
import { placeAt } from '@/lib/account/contact'
import { choosePlace, currentScope } from '@/lib/scope/scope'

/** How long a sign-in waits for it, in milliseconds. */
const patience = 4000

/**
 * Shops at the customer's default address where no place has been chosen on this
 * device. Signing in never fails for it: else the place is asked for, as of anybody.
 */
export async function beginAtDefault() {
  const { headers, zoneIds } = currentScope()
  if (zoneIds.length > 0) return
  try {
    const signal = AbortSignal.timeout(patience)
    const { data } = await listAddresses({ headers, query: { limit: 100 }, signal, throwOnError: true })
    const chosen = data.addresses.find(({ is_default }) => is_default)
    if (!chosen || chosen.zone_ids.length === 0 || currentScope().zoneIds.length > 0) return
    choosePlace(placeAt(chosen))
  } catch {
    // As above.
  }
}
