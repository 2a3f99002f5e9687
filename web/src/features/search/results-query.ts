import { idIn, positiveUpTo } from '@/lib/page/query-string'

/** The orders of items; stores have some of them. */
export const itemSorts = [
  'relevance',
  'popular',
  'newest',
  'rating',
  'price_asc',
  'price_desc',
  'delivery_time',
  'distance',
] as const

/** What narrows a list of results, as the address spells it. */
export type Filters = {
  sort?: (typeof itemSorts)[number]
  veg?: 'veg' | 'non_veg'
  /** Major units. */
  min_price?: number
  max_price?: number
  min_rating?: number
  halal?: true
  organic?: true
  discounted?: true
  /** Older links have available_now. */
  open_now?: true
  free_delivery?: true
  /** Minutes. */
  max_delivery_time?: number
}

/** The address of results: a category's with its id, a typed search's with its words (BRW-02). */
export type ResultsQuery = Filters & {
  search?: 'category'
  id?: number
  module_id?: number
  /** The words that were typed, or the category's name. */
  name?: string
  data_type?: 'item' | 'store'
  /** The words are not corrected. */
  exact?: true
}

/** The word of these that the value is. */
export const pickWord = <T extends string>(words: readonly T[], value: unknown) => words.find((word) => word === value)
const isOn = (value: unknown) => (value === true || value === 'true' || value === '1' ? (true as const) : undefined)

/** Reads what somebody may have typed into the address: whatever it is not, is left out. */
export function readResultsQuery(query: Record<string, unknown>): ResultsQuery {
  const { name, id, module_id } = query
  return {
    search: pickWord(['category'], query.search),
    id: idIn(id),
    module_id: idIn(module_id),
    name: typeof name === 'string' ? name.slice(0, 100) : undefined,
    data_type: pickWord(['item', 'store'], query.data_type),
    exact: isOn(query.exact),
    ...readFilters(query),
  }
}

function readFilters(query: Record<string, unknown>): Filters {
  return {
    sort: pickWord(itemSorts, query.sort),
    veg: pickWord(['veg', 'non_veg'], query.veg),
    min_price: positiveUpTo(1e12, query.min_price),
    max_price: positiveUpTo(1e12, query.max_price),
    min_rating: positiveUpTo(5, query.min_rating),
    halal: isOn(query.halal),
    organic: isOn(query.organic),
    discounted: isOn(query.discounted),
    open_now: isOn(query.open_now) ?? isOn(query.available_now),
    free_delivery: isOn(query.free_delivery),
    max_delivery_time: positiveUpTo(600, query.max_delivery_time),
  }
}
