import { useQuery } from '@tanstack/react-query'
import { listZonesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'

/** The time zone of the zone in force: pickup times are by its clocks (D12). */
export function useTimeZone(): string {
  const { zoneIds } = useScope()
  const { time_zone } = useShop()
  const { data } = useQuery({ ...listZonesOptions(), staleTime: Infinity })
  return data?.zones.find(({ id }) => id === zoneIds[0])?.time_zone ?? time_zone
}
