import type { QueryClient } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { deleteTripCart, getTripCart, lookupZone } from '@/lib/api/sdk.gen'
import type { ModuleView, TripCartView } from '@/lib/api/types.gen'
import { tripCartOptions } from '@/contracts/trip-cart'
import { toast, toastFailure } from '@/lib/page/toast'
import { currentScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'

// The specification prescribes these texts (RNT-12).
const text = defineMessages({
  kept: { id: 'trip_cart.location_set', defaultMessage: 'Location set successfully' },
  cleared: {
    id: 'trip_cart.zone_cleared',
    defaultMessage: 'Your cart has been cleared as the selected zone does not support the previous pickup point.',
  },
})

type Settling = {
  /** The module or the place that was chosen. */
  chosen: Pick<ModuleView, 'zones'>
  /** The rental module that was left or chosen, whose trip cart is checked. */
  rentalId: number
  queryClient: QueryClient
  intl: IntlShape
}

/**
 * Keeps the trip cart after a change of the module or the place, if its pickup is in one of the chosen
 * zones, and else clears it (RNT-12). If the pickup's zone is not known, nothing changes.
 */
export async function settleTripCart({ chosen, rentalId, queryClient, intl }: Settling) {
  const { headers: here, guest, guestId, signedIn } = currentScope()
  if (!guestId && !signedIn) return
  const call = { headers: { ...here, ...guest, moduleId: String(rentalId) }, throwOnError: true } as const
  const isKept = await isPickupIn(chosen, async () => (await getTripCart(call)).data).catch(() => undefined)
  if (isKept === undefined) return
  if (isKept) return toast(intl.formatMessage(text.kept))
  try {
    await deleteTripCart(call)
    toast(intl.formatMessage(text.cleared))
  } catch (error) {
    toastFailure(error, intl)
  }
  await queryClient.invalidateQueries({ queryKey: tripCartOptions(currentScope()).queryKey })
}

/** Returns whether the pickup is in one of the zones; undefined for an empty cart. */
async function isPickupIn({ zones }: Pick<ModuleView, 'zones'>, readCart: () => Promise<TripCartView>) {
  const { lat, lng } = (await readCart()).user_data?.pickup_location ?? {}
  if (lat === undefined || lng === undefined) return undefined
  const { data } = await lookupZone({ query: { lat, lng }, throwOnError: true })
  return zones.some(({ id }) => data.zone_ids.includes(id))
}
