import type { ProviderView, VehicleView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { slugOf } from '@/lib/page/links'
import { writeTrip, type SearchTrip } from './trip'

type Linked = { id: number; slug: string }

/** Where a vehicle's page was opened from. */
export type From = 'from_search' | 'from_home' | 'from_provider'

/** The URL of a vehicle's page; with the trip of the search, which it is then rented for. */
export const vehicleHref = (vehicle: Linked | VehicleView, from: From, trip?: SearchTrip) =>
  hrefTo('/rental/vehicle-details/$id', { params: { id: slugOf(vehicle) }, search: { from, ...writeTrip(trip) } })

export const providerHref = (provider: Linked | ProviderView) =>
  hrefTo('/rental/provider-details/$id', { params: { id: slugOf(provider) } })
