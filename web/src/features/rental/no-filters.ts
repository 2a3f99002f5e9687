import type { VehicleFilters } from './vehicle-search-query'

/** Takes every filter away, and leaves the trip, the category and the order. */
export const noFilters: { [Name in keyof Required<VehicleFilters>]: undefined } = {
  brands: undefined,
  types: undefined,
  fuels: undefined,
  transmission: undefined,
  seats: undefined,
  air_condition: undefined,
  min_price: undefined,
  max_price: undefined,
  min_rating: undefined,
  discounted: undefined,
  available: undefined,
}

/** How many filters are on. */
export const countFilters = (filters: VehicleFilters) =>
  Object.keys(noFilters).filter((name) => filters[name as keyof VehicleFilters] !== undefined).length

export const isNarrowed = (filters: VehicleFilters) => countFilters(filters) > 0
