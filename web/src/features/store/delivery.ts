import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '@/lib/api/client.gen'
import type {
  GetStoreDeliveryData,
  GetStoreDeliveryErrors,
  GetStoreDeliveryResponses,
  StoreDetail,
} from '@/lib/api/types.gen'
import { useNow } from '@/lib/text/use-now'
import { useScope, type Scope } from '@/lib/scope/scope'

const minute = 60_000 // ms

/** The call is written here, because the generated functions are part of the first route's JavaScript. */
function deliveryOptions(store: StoreDetail, { headers, point, zoneIds }: Scope) {
  const call = {
    url: '/stores/{id}/delivery',
    headers,
    path: { id: String(store.id) },
    query: { latitude: point?.lat ?? 0, longitude: point?.lng ?? 0 },
  } satisfies GetStoreDeliveryData
  return queryOptions({
    queryKey: ['getStoreDelivery', call],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<GetStoreDeliveryResponses, GetStoreDeliveryErrors, true>({ ...call, signal })
      return data
    },
    enabled: store.delivery && point !== undefined && zoneIds.length > 0,
  })
}

/**
 * Returns fee, distance and arrival time of a delivery to the shopper's place; undefined while
 * loading, without a place, and if the call fails. The page then shows the store's general facts.
 */
export function useDelivery(store: StoreDetail) {
  // The arrival time depends on the current time.
  const { data, dataUpdatedAt } = useQuery({ ...deliveryOptions(store, useScope()), refetchInterval: minute })
  const now = useNow(minute)
  if (!data?.delivers) return undefined
  const { delivery_charge: fee, distance_km: km, estimated_from: from, estimated_to: to } = data
  const isFresh = now !== undefined && now - dataUpdatedAt < 2 * minute
  return { fee, km, arrival: isFresh && from && to ? { from, to } : undefined }
}

/** Returns whether the store delivers to the shopper's place. Until the server responds, its zone decides. */
export function useDelivers(store: StoreDetail): boolean {
  const scope = useScope()
  const { data: delivers } = useQuery({ ...deliveryOptions(store, scope), select: (data) => data.delivers })
  return delivers ?? (scope.zoneIds.length === 0 || scope.zoneIds.includes(store.zone_id))
}
