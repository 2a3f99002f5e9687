import { queryOptions, useQuery } from '@tanstack/react-query'
import { getTripCartOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { TripCartView } from '@/lib/api/types.gen'
import { shopperHeaders, useScope, type Scope } from '@/lib/scope/scope'

/** Without a guest id or a customer the trip cart is empty and is not fetched. */
const hasTripCart = ({ guestId, signedIn, module }: Scope) =>
  (guestId !== undefined || signedIn) && module?.module_type === 'rental'

/** The trip cart of the current module (RNT-10). */
export const tripCartOptions = (scope: Scope) =>
  queryOptions({
    ...getTripCartOptions(shopperHeaders(scope)),
    enabled: hasTripCart(scope),
    // Other tabs change it, so it is fetched again when it is shown.
    staleTime: 5_000,
  })

const emptyTripCart: TripCartView = { carts: [], rows: [], total: 0, quantity: 0 }

/**
 * The trip cart of the current module. cart and count are undefined until it is loaded. lineOf
 * returns the line of a vehicle, or undefined.
 */
export function useTripCart() {
  const scope = useScope()
  const query = useQuery(tripCartOptions(scope))
  const cart = hasTripCart(scope) ? query.data : emptyTripCart
  return {
    query,
    cart,
    /** Vehicles of all lines. */
    count: cart?.quantity,
    lineOf: (vehicleId: number) => cart?.carts.find(({ vehicle }) => vehicle.id === vehicleId),
  }
}
