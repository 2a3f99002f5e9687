import { hrefTo } from '@/lib/page/href'
import { slugOf } from '@/lib/page/links'
import { writeTrip, type SearchTrip } from './trip'

/** Where a vehicle's page was opened from. */
export type From = 'from_search' | 'from_home' | 'from_provider'

/** The URL of a vehicle's page; with the trip of the search, which it is then rented for. */
export const vehicleHrefFrom = (from: From, vehicle: { id: number; slug: string }, trip?: SearchTrip) =>
  hrefTo('/rental/vehicle-details/$id', { params: { id: slugOf(vehicle) }, search: { from, ...writeTrip(trip) } })
