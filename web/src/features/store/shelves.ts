import type { CategoryView, ItemView } from '@/lib/api/types.gen'

/** A shelf of a store with what stands on it. */
export type Shelf = { id: number; name: string; items: ItemView[] }

/** Every item on the first of the store's shelves that it belongs to; the shelf of id 0 holds the rest. */
export function shelvesOf(categories: readonly CategoryView[], items: readonly ItemView[], rest: string): Shelf[] {
  const shelves = categories.map(({ id, name }): Shelf => ({ id, name, items: [] }))
  const others: Shelf = { id: 0, name: rest, items: [] }
  for (const item of items) {
    const shelf = shelves.find(({ id }) => item.category_ids.some((category) => category.id === id)) ?? others
    shelf.items.push(item)
  }
  return [...shelves, others].filter((shelf) => shelf.items.length > 0)
}
