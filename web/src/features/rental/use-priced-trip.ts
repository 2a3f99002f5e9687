import { useQuery } from '@tanstack/react-query'
import { getDistanceOptions } from '@/lib/api/@tanstack/react-query.gen'
import { serverNow } from '@/lib/page/server-clock'
import type { Point } from '@/lib/scope/guards'
import { toPickupTime } from '@/lib/text/wall-time'
import type { PricedTrip } from './rental-queries'
import { chargedHours, type SearchTrip } from './trip'
import { useTimeZone } from './use-zone-time'

export const routeQuery = (from: Point, to: Point) => ({
  origin_lat: from.lat,
  origin_lng: from.lng,
  destination_lat: to.lat,
  destination_lng: to.lng,
})

/**
 * What a trip is priced by: its whole hours, or its kilometres by road, in a straight line where
 * there is no route (D2, MAP-02). undefined without a trip; the server prices what is booked by its
 * own measure. A trip without a pickup begins where the provider is, so that its distance is known
 * for one provider only: without a provider it has no kilometres, and no estimate.
 */
export function usePricedTrip(
  trip: SearchTrip | undefined,
  provider?: Point,
): { priced: PricedTrip | undefined; isPending: boolean } {
  const zone = useTimeZone()
  const from = trip?.pickup?.point ?? provider
  const to = trip?.destination?.point
  const isByDistance = trip?.type === 'distance_wise' && from !== undefined && to !== undefined
  const distance = useQuery({
    ...getDistanceOptions({ query: routeQuery(from ?? nowhere, to ?? nowhere) }),
    enabled: isByDistance,
    staleTime: Infinity,
  })
  const pickupTime = trip?.pickupTime && toPickupTime(trip.pickupTime)
  if (!trip) return { priced: undefined, isPending: false }
  if (trip.type === 'hourly') {
    const hours = chargedHours(trip, zone, serverNow())
    return { priced: { type: 'hourly', hours, pickupTime }, isPending: false }
  }
  const route = distance.data
  return {
    priced: {
      type: 'distance_wise',
      km: route?.distance_km,
      duration: route && (Number.parseInt(route.duration, 10) || undefined),
      pickupTime,
    },
    isPending: isByDistance && distance.isPending,
  }
}

const nowhere: Point = { lat: 0, lng: 0 }
