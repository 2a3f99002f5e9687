import { idIn, positiveUpTo } from '@/lib/page/query-string'
import type { TripText } from './trip'

export const vehicleSorts = ['popular', 'newest', 'rating', 'price_asc', 'price_desc', 'distance'] as const

/** What narrows a list of vehicles. */
export type VehicleFilters = {
  brands?: readonly string[]
  types?: readonly string[]
  fuels?: readonly string[]
  transmission?: 'automatic' | 'manual'
  /** At least. */
  seats?: number
  air_condition?: true
  /** Major units. */
  min_price?: number
  max_price?: number
  min_rating?: number
  discounted?: true
  /** One is free in the time of the trip. */
  available?: true
}

export type VehicleSearch = VehicleFilters & {
  /** undefined: all categories. */
  categoryId?: number
  /** Words that were typed. */
  search?: string
  sort?: (typeof vehicleSorts)[number]
  /** rows: one below the other, the picture beside the facts. */
  layout?: 'rows'
}

/** The URL of the search (RNT-02): the trip, the category and the filters. Lists have a | between their entries. */
export type VehicleSearchText = TripText & {
  categoryId?: string | number
  /** 1: all categories. */
  all_category?: string
} & { [Name in Exclude<keyof VehicleSearch, 'categoryId'>]?: string }

const separator = '|'

/** Reads what somebody may have typed into the address. Whatever it is not, is left out. */
export function readVehicleSearch(query: Record<string, unknown>): VehicleSearch {
  return {
    categoryId: query.all_category === undefined ? idIn(query.categoryId) : undefined,
    search: typeof query.search === 'string' ? query.search.slice(0, 100) : undefined,
    sort: vehicleSorts.find((sort) => sort === query.sort),
    layout: query.layout === 'rows' ? 'rows' : undefined,
    brands: listIn(query.brands),
    types: listIn(query.types),
    fuels: listIn(query.fuels),
    transmission: (['automatic', 'manual'] as const).find((each) => each === query.transmission),
    seats: positiveUpTo(100, query.seats),
    air_condition: isOn(query.air_condition),
    min_price: positiveUpTo(1e12, query.min_price),
    max_price: positiveUpTo(1e12, query.max_price),
    min_rating: positiveUpTo(5, query.min_rating),
    discounted: isOn(query.discounted),
    available: isOn(query.available),
  }
}

const isOn = (value: unknown) => (value === 'true' || value === '1' ? (true as const) : undefined)

function listIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined
  const entries = value.split(separator).filter(Boolean).slice(0, 20)
  return entries.length > 0 ? entries : undefined
}

/** Returns changes as the URL spells them; undefined removes a name. */
export const writeVehicleSearch = (changes: { [Name in keyof VehicleSearch]?: VehicleSearch[Name] | undefined }) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(separator) || undefined : value === undefined ? undefined : String(value),
    ]),
  ) as Record<string, string | undefined>
