import { queryOptions } from '@tanstack/react-query'
import {
  getProviderOptions,
  getVehicleAvailabilityOptions,
  getVehicleOptions,
  listProviderReviewsOptions,
  listProvidersOptions,
  listProviderVehiclesOptions,
  listRentalBannersOptions,
  listRentalBrandsOptions,
  listRentalCategoriesOptions,
  listTopRatedVehiclesOptions,
  listVehicleReviewsOptions,
  listVehiclesOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { categoriesStaleTime } from '@/lib/requests/query-client'
import type { Point } from '@/lib/scope/guards'
import type { ScopeHeaders } from '@/lib/scope/scope'
import type { TripType } from '@/contracts/rent-vehicle'
import type { VehicleSearch } from './vehicle-search-query'

/** The trip of which the responses have an estimate, and how many vehicles are free in its time. */
export type PricedTrip = {
  type: TripType
  hours?: number
  /** Of a trip by distance; undefined: not known. */
  km?: number
  /** Seconds of the route. */
  duration?: number
  /** As the API writes it; undefined: now. */
  pickupTime?: string
}

const twelve = { offset: 1, limit: 12 }

// The server sends the first three with the page, so it uses the same parameters.
export const rentalBannersOptions = ({ headers }: ScopeHeaders) => listRentalBannersOptions({ headers })
export const rentalCategoriesOptions = ({ headers }: ScopeHeaders) =>
  queryOptions({ ...listRentalCategoriesOptions({ headers }), staleTime: categoriesStaleTime })
export const topRatedVehiclesOptions = ({ headers }: ScopeHeaders) =>
  listTopRatedVehiclesOptions({ headers, query: twelve })

export const brandsOptions = ({ headers }: ScopeHeaders) => listRentalBrandsOptions({ headers })
export const providersOptions = ({ headers }: ScopeHeaders) => listProvidersOptions({ headers, query: twelve })

/** A page of all providers of the place, the most rented or the newest first. */
export const providerPageOptions = (type: 'popular' | 'latest', offset: number, { headers }: ScopeHeaders) =>
  listProvidersOptions({ headers, query: { type, offset, limit: 12 } })

const tripQuery = (trip: PricedTrip | undefined) =>
  trip && {
    trip_type: trip.type,
    estimated_hours: trip.hours,
    distance: trip.km,
    duration: trip.duration,
    pickup_time: trip.pickupTime,
  }

/** What a list of vehicles is asked for. */
export type AskedVehicles = {
  search: VehicleSearch
  trip: PricedTrip | undefined
  /** Only vehicles that can be picked up there; undefined: at the current place. */
  pickup: Point | undefined
}

const filterQuery = ({ search, trip, pickup }: AskedVehicles, offset: number) => ({
  ...tripQuery(trip),
  pickup_lat: pickup && String(pickup.lat),
  pickup_lng: pickup && String(pickup.lng),
  category_id: search.categoryId,
  search: search.search || undefined,
  brands: search.brands && [...search.brands],
  types: search.types && [...search.types],
  fuels: search.fuels && [...search.fuels],
  transmission: search.transmission,
  min_seats: search.seats,
  air_condition: search.air_condition,
  min_price: search.min_price,
  max_price: search.max_price,
  min_rating: search.min_rating,
  discounted: search.discounted,
  available: trip && search.available,
  sort: search.sort,
  offset,
  limit: 20,
})

/** A page of the vehicles that fit, with what the filters can be set to. */
export const vehiclesOptions = (asked: AskedVehicles, offset: number, { headers }: ScopeHeaders) =>
  listVehiclesOptions({ headers, query: filterQuery(asked, offset) })

/** A page of a provider's vehicles, of any zone. */
export const providerVehiclesOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  listProviderVehiclesOptions({ headers, path: { id }, query: { offset, limit: 20 } })

/** A vehicle by id or slug. */
export const vehicleOptions = (id: string, trip: PricedTrip | undefined, { headers }: ScopeHeaders) =>
  getVehicleOptions({ headers, path: { id }, query: tripQuery(trip) })

/** A provider by id or slug. */
export const providerOptions = (id: string, { headers }: ScopeHeaders) => getProviderOptions({ headers, path: { id } })

/** When a vehicle is taken. It is fetched again with the page, because bookings change it. */
export const availabilityOptions = (id: string, { headers }: ScopeHeaders) =>
  getVehicleAvailabilityOptions({ headers, path: { id } })

export const vehicleReviewsOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  listVehicleReviewsOptions({ headers, path: { id }, query: { offset, limit: 20 } })

/** Those of all its vehicles. */
export const providerReviewsOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  listProviderReviewsOptions({ headers, path: { id }, query: { offset, limit: 20 } })
