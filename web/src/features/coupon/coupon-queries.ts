import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { listCoupons } from '@/lib/api/sdk.gen'
import type { CouponView } from '@/lib/api/types.gen'
import { asShopper } from '@/lib/account/guest'
import { useScope, type Scope } from '@/lib/scope/scope'

const minute = 60_000 // ms

/** Where a coupon is to be used: at a store, for a trip with a provider, or without both for a parcel. */
export type CouponPlace = { storeId?: number; providerId?: number }

/** The coupons of the current place, of a store or of a provider; usable ones come first (WAL-05). */
const couponsOptions = ({ headers, guest, signedIn }: Scope, at: CouponPlace) =>
  infiniteQueryOptions({
    queryKey: ['coupons', { headers, guest, signedIn, ...at }] as const,
    queryFn: ({ pageParam, signal }) =>
      asShopper(async (guestId) => {
        const query = { offset: pageParam, store_id: at.storeId, provider_id: at.providerId }
        const secret = guestId === undefined ? {} : { 'X-Guest-Id': guestId }
        return (await listCoupons({ headers: { ...headers, ...secret }, query, signal, throwOnError: true })).data
      }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    // Other shoppers use coupons up, and coupons start and end without a reload.
    refetchInterval: ({ state }) => untilNextChange(state.data?.pages.flatMap(({ coupons }) => coupons) ?? []),
  })

export function useCoupons(at: CouponPlace = {}) {
  return useInfiniteQuery(couponsOptions(useScope(), at))
}

/**
 * Returns the milliseconds until a coupon starts or ends, at most a minute. Only the
 * server decides whether a coupon is usable.
 */
function untilNextChange(coupons: readonly CouponView[]) {
  const now = Date.now()
  const changes = coupons
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .map((at) => Date.parse(at ?? '') - now)
    .filter((left) => left > 0)
  return Math.max(Math.min(minute, ...changes), 500)
}
