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

/** The call is spelled here, not in the generated functions: those are part of every first visit. */
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
 * What a delivery to the shopper's place costs now, how far it goes and when it
 * arrives; undefined until the server has answered, and without a place. A failure
 * is not told: the page says what the store says of itself.
 */
export function useDelivery(store: StoreDetail) {
  // The time of arrival moves on with the clock.
  const { data, dataUpdatedAt } = useQuery({ ...deliveryOptions(store, useScope()), refetchInterval: minute })
  const now = useNow(minute)
  if (!data?.delivers) return undefined
  const { delivery_charge: fee, distance_km: km, estimated_from: from, estimated_to: to } = data
  const isFresh = now !== undefined && now - dataUpdatedAt < 2 * minute
  return { fee, km, arrival: isFresh && from && to ? { from, to } : undefined }
}

/** Whether the store delivers to the shopper's place: by its zone until the server has answered. */
export function useDelivers(store: StoreDetail): boolean {
  const scope = useScope()
  const { data: delivers } = useQuery({ ...deliveryOptions(store, scope), select: (data) => data.delivers })
  return delivers ?? (scope.zoneIds.length === 0 || scope.zoneIds.includes(store.zone_id))
}
