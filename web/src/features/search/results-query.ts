import { isId } from '@/lib/scope/guards'

export const itemSorts = ['relevance', 'popular', 'newest', 'rating', 'price_asc', 'price_desc'] as const
export const storeSorts = ['relevance', 'popular', 'newest', 'rating', 'delivery_time', 'distance'] as const

type Sort = (typeof itemSorts)[number] | (typeof storeSorts)[number]

/** What narrows a list of results, as the address spells it. */
export type Filters = {
  sort?: Sort
  veg?: 'veg' | 'non_veg'
  /** Major units. */
  min_price?: number
  max_price?: number
  min_rating?: number
  discounted?: true
  available_now?: true
  open_now?: true
  free_delivery?: true
}

/** The address of results: a category's with its id, a typed search's with its words (BRW-02). */
type ResultsQuery = Filters & {
  search?: 'category'
  id?: number
  module_id?: number
  /** The words that were typed, or the category's name. */
  name?: string
  data_type?: 'item' | 'store'
}

const pickWord = <T extends string>(words: readonly T[], value: unknown) => words.find((word) => word === value)
const isOn = (value: unknown) => (value === true || value === 'true' || value === '1' ? (true as const) : undefined)

/** An address has text; who navigates may give what was read already. */
const numberIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

const idIn = (value: unknown) => {
  const id = numberIn(value)
  return isId(id) ? id : undefined
}

const positiveUpTo = (most: number, value: unknown) => {
  const n = numberIn(value)
  return typeof n === 'number' && n > 0 && n <= most ? n : undefined
}

/** Reads what somebody may have typed into the address: whatever it is not, is left out. */
export function readResultsQuery(query: Record<string, unknown>): ResultsQuery {
  const { name, id, module_id } = query
  return {
    search: pickWord(['category'], query.search),
    id: idIn(id),
    module_id: idIn(module_id),
    name: typeof name === 'string' ? name.slice(0, 100) : undefined,
    data_type: pickWord(['item', 'store'], query.data_type),
    ...readFilters(query),
  }
}

function readFilters(query: Record<string, unknown>): Filters {
  return {
    sort: pickWord<Sort>([...itemSorts, ...storeSorts], query.sort),
    veg: pickWord(['veg', 'non_veg'], query.veg),
    min_price: positiveUpTo(1e12, query.min_price),
    max_price: positiveUpTo(1e12, query.max_price),
    min_rating: positiveUpTo(5, query.min_rating),
    discounted: isOn(query.discounted),
    available_now: isOn(query.available_now),
    open_now: isOn(query.open_now),
    free_delivery: isOn(query.free_delivery),
  }
}

/** What is looked through: everything, a shelf, what matches words, or both. */
export type Subject = { words?: string; categoryId?: number }

/** Filters of items alone, as the call takes them. */
export function itemQuery({ words, categoryId }: Subject, filters: Filters, offset: number) {
  const { veg, min_price, max_price, min_rating, discounted, available_now } = filters
  return {
    search: words || undefined,
    category_id: categoryId,
    sort: pickWord(itemSorts, filters.sort),
    veg,
    min_price,
    max_price,
    min_rating,
    discounted,
    available_now,
    offset,
    limit: 20,
  }
}

/** Filters of stores alone, as the call takes them. */
export function storeQuery({ words, categoryId }: Subject, filters: Filters, offset: number) {
  const { veg, min_rating, discounted, open_now, free_delivery } = filters
  return {
    search: words || undefined,
    category_id: categoryId,
    sort: pickWord(storeSorts, filters.sort),
    veg,
    min_rating,
    discounted,
    open_now,
    free_delivery,
    offset,
    limit: 20,
  }
}
