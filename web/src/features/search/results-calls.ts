import { itemSorts, pickWord, type Filters } from './results-query'

/** The orders of stores. */
export const storeSorts = ['relevance', 'popular', 'newest', 'rating', 'delivery_time', 'distance'] as const

/** What is looked through: everything, a category, what matches words, or both. */
export type Subject = { words?: string; categoryId?: number; exact?: true }

/** Filters of items alone, as the call takes them. An item of an open store may have hours of its own. */
export const itemQuery = (subject: Subject, filters: Filters, offset: number) => ({
  ...subjectQuery(subject),
  sort: pickWord(itemSorts, filters.sort),
  veg: filters.veg,
  min_price: filters.min_price,
  max_price: filters.max_price,
  min_rating: filters.min_rating,
  halal: filters.halal,
  organic: filters.organic,
  discounted: filters.discounted,
  available_now: filters.open_now,
  free_delivery: filters.free_delivery,
  max_delivery_time: filters.max_delivery_time,
  offset,
  limit: 20,
})

/** Filters of stores alone, as the call takes them. */
export const storeQuery = (subject: Subject, filters: Filters, offset: number) => ({
  ...subjectQuery(subject),
  sort: pickWord(storeSorts, filters.sort),
  veg: filters.veg,
  min_rating: filters.min_rating,
  discounted: filters.discounted,
  open_now: filters.open_now,
  free_delivery: filters.free_delivery,
  max_delivery_time: filters.max_delivery_time,
  offset,
  limit: 20,
})

const subjectQuery = ({ words, exact, categoryId }: Subject) => ({
  search: words || undefined,
  exact,
  category_id: categoryId,
})
