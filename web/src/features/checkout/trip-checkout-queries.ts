import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { placeTrip, quoteTrip } from '@/lib/api/sdk.gen'
import type { PlaceTripOutputBody, TripCheckoutBody, TripQuoteView } from '@/lib/api/types.gen'
import { asShopper } from '@/lib/account/guest'
import { isRefusal } from '@/lib/requests/problems'
import { isRecord } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'
import { isNothingPlaced, usePlacing, type Callbacks } from './placing'

/** The trip to quote or to place, which is in the trip cart. The guest's id is added when it is sent. */
export type TripRequest = Omit<TripCheckoutBody, 'guest_id'>

/** The quote of the trip in the cart. The server computes every row (D20). */
export function tripQuoteOptions({ headers, guest }: Scope, request: TripRequest, lines: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['trip-quote', headers, guest, lines, request] as const,
    queryFn: ({ signal }) =>
      asShopper(async (guestId) => {
        const body = { ...request, guest_id: guestId }
        return (await quoteTrip({ headers, body, signal, throwOnError: true })).data
      }),
    enabled,
    staleTime: 10_000,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** Returns the new quote that a refused trip contains, or undefined (D21). */
export function tripQuoteIn(error: unknown): TripQuoteView | undefined {
  if (!isRefusal(error) || !isRecord(error.detail) || !Array.isArray(error.detail.rows)) return undefined
  return error.detail as TripQuoteView
}

/** A placed trip, and its module, which may differ from that of the current page. */
export type PlacedTrip = PlaceTripOutputBody & { moduleId?: string }

/** Places the trip, only once (CHK-04). */
export const usePlaceTrip = (callbacks: Callbacks<PlacedTrip>) =>
  usePlacing<TripRequest, PlacedTrip>({
    ...callbacks,
    tabKey: 'placing-trip',
    call: async ({ body, headers, guestId }) => {
      const { data } = await placeTrip({ headers, body: { ...body, guest_id: guestId }, throwOnError: true })
      return { ...data, moduleId: headers.moduleId }
    },
  })

/** Whether it is certain, after a failed request, that no trip was placed. */
export const isNoTripPlaced = () => isNothingPlaced('placing-trip')
