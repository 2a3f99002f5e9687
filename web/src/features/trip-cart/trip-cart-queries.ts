import { useQueryClient } from '@tanstack/react-query'
import { deleteTripCart, deleteTripCartItems, postTripCart, putTripCart, putTripCartUser } from '@/lib/api/sdk.gen'
import type { TripCartView, VehicleView } from '@/lib/api/types.gen'
import { rentKey, type Trip } from '@/contracts/rent-vehicle'
import { tripCartOptions } from '@/contracts/trip-cart'
import { asShopper } from '@/lib/account/guest'
import { acceptEdit, editEarly, takeBackEdits } from '@/lib/requests/early-edit'
import { useQueuedMutation, type Turn } from '@/lib/requests/use-queued-mutation'
import type { Scope } from '@/lib/scope/scope'
import { payloadOf } from './trip-payload'

const queue = 'trip-cart'

/** Every mutation returns the whole cart, which replaces the cached one (RNT-10). */
function useTripCartResponse() {
  const queryClient = useQueryClient()
  return {
    // The key is read after the request, because that may create the guest id. Only the
    // last response is stored: an earlier one, or a fetch from before, would set the stepper back.
    onSuccess: (cart: TripCartView, { scope, isLast }: Turn) =>
      acceptEdit(queryClient, tripCartOptions(scope).queryKey, cart, isLast),
    // The optimistic edit was wrong, or the cart is another one. Fetching it again may fail, too.
    onError: async (_error: Error, { scope, isLast }: Turn) => {
      if (!isLast()) return
      const { queryKey } = tripCartOptions(scope)
      takeBackEdits(queryClient, queryKey)
      await queryClient.invalidateQueries({ queryKey })
    },
  }
}

/** What is added. clearOther: the cart is emptied first, in the same request. */
type Addition = { vehicle: Pick<VehicleView, 'id'>; trip: Trip; clearOther?: boolean }

/** Adds one of a vehicle (RNT-06). The caller shows its errors. */
export function useAddVehicle() {
  return useQueuedMutation({
    queue,
    mutationKey: rentKey,
    ...useTripCartResponse(),
    meta: { quiet: true },
    call: ({ vehicle: { id }, trip, clearOther = false }: Addition, headers) =>
      asShopper(async (guestId) => {
        const body = {
          ...payloadOf(trip),
          vehicle_id: id,
          quantity: 1,
          clear_other: clearOther,
          guest_id: guestId,
        }
        return (await postTripCart({ headers, body, throwOnError: true })).data
      }),
  })
}

/**
 * Changes the trip of the whole cart. If lines cannot be rented that way, the call fails with an error for each
 * (RNT-10). The caller shows all of them.
 */
export function useChangeTrip() {
  return useQueuedMutation({
    queue,
    ...useTripCartResponse(),
    meta: { quiet: true },
    call: ({ userId, trip }: { userId: number; trip: Trip }, headers) =>
      asShopper(async (guestId) => {
        const body = { ...payloadOf(trip), userId, guest_id: guestId }
        const call = { headers, path: { user_id: userId }, body, throwOnError: true } as const
        return (await putTripCartUser(call)).data
      }),
  })
}

/** The new quantity of a line, and the trip that goes with it, if it changes, too. */
type LineChange = { cartId: number; quantity: number; trip?: Trip }

/** Changes the quantity of a line (RNT-07). */
export function useChangeLine() {
  const editOptimistically = useOptimisticEdit()
  return useQueuedMutation({
    queue,
    ...useTripCartResponse(),
    call: ({ cartId, quantity, trip }: LineChange, headers) =>
      asShopper(async (guestId) => {
        const body = { ...(trip && payloadOf(trip)), cart_id: cartId, quantity, guest_id: guestId }
        return (await putTripCart({ headers, body, throwOnError: true })).data
      }),
    onMutate: ({ cartId, quantity }, turn) =>
      editOptimistically(turn, (lines) => lines.map((line) => (line.id === cartId ? { ...line, quantity } : line))),
  })
}

const withGuest = (headers: Scope['headers'], guestId: string | undefined) => ({
  ...headers,
  ...(guestId && { 'X-Guest-Id': guestId }),
})

/** Removes lines. The last one takes the trip with it (RNT-07). quiet: the caller shows its errors. */
export function useRemoveLines({ quiet }: { quiet?: boolean } = {}) {
  const editOptimistically = useOptimisticEdit()
  return useQueuedMutation({
    queue,
    ...useTripCartResponse(),
    meta: { quiet },
    call: (cartIds: number[], headers) =>
      asShopper(async (guestId) => {
        const call = { headers: withGuest(headers, guestId), query: { cart_ids: cartIds }, throwOnError: true } as const
        return (await deleteTripCartItems(call)).data
      }),
    onMutate: (cartIds, turn) => editOptimistically(turn, (lines) => lines.filter(({ id }) => !cartIds.includes(id))),
  })
}

/** Empties the cart. */
export function useClearTripCart() {
  return useQueuedMutation({
    queue,
    ...useTripCartResponse(),
    meta: { quiet: true },
    call: (_none: void, headers) =>
      asShopper(async (guestId) => {
        return (await deleteTripCart({ headers: withGuest(headers, guestId), throwOnError: true })).data
      }),
  })
}

/** Updates the cached lines before the server responds. Prices stay the same, because only the server computes them. */
function useOptimisticEdit() {
  const queryClient = useQueryClient()
  return ({ scope }: Turn, edit: (lines: TripCartView['carts']) => TripCartView['carts']) =>
    editEarly(queryClient, tripCartOptions(scope).queryKey, (cart: TripCartView) => ({
      ...cart,
      carts: edit(cart.carts),
    }))
}
