import { useQueryClient } from '@tanstack/react-query'
import type { TripLineView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { tripCartOptions } from '@/contracts/trip-cart'
import type { Origin } from '@/lib/requests/use-queued-mutation'
import { scopeOfCall } from '@/lib/scope/scope'
import { useChangeTrip, useRemoveLines } from './trip-cart-queries'

/** The steps of changing the trip of the cart as it is now, in the module of the origin. All of them may be repeated. */
export function useChangeTripOfCart() {
  const queryClient = useQueryClient()
  const change = useChangeTrip()
  const remove = useRemoveLines({ quiet: true })
  const readCart = ({ headers }: Origin) =>
    queryClient.fetchQuery({ ...tripCartOptions(scopeOfCall(headers)), staleTime: 0 })
  return {
    /** Changes the trip, unless the cart is empty by now. */
    changeTrip: async (trip: Trip, origin: Origin) => {
      const { user_data } = await readCart(origin)
      if (user_data) await change.mutateAsync({ userId: user_data.id, trip }, origin)
    },
    /** Removes the lines that are still in the cart. */
    removeLines: async (lines: readonly TripLineView[], origin: Origin) => {
      const { carts } = await readCart(origin)
      const ids = lines.map(({ id }) => id).filter((id) => carts.some((line) => line.id === id))
      if (ids.length > 0) await remove.mutateAsync(ids, origin)
    },
    /** Whether the cart, as it was read last, has no other lines than these. */
    isWholeCart: (lines: readonly TripLineView[], { headers }: Origin) => {
      const carts = queryClient.getQueryData(tripCartOptions(scopeOfCall(headers)).queryKey)?.carts ?? []
      return carts.every(({ id }) => lines.some((line) => line.id === id))
    },
  }
}
