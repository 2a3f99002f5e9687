import type { CategoryView, ItemView } from '@/lib/api/types.gen'

/** A category of a store with its items. */
export type Shelf = { id: number; name: string; items: ItemView[] }

/** The id of a category's element on the page. */
export const anchor = ({ id }: Pick<Shelf, 'id'>) => `shelf-${id}`

/** Groups the items by the store's categories. An item is in the first one that matches; id 0 has the rest. */
export function shelvesOf(categories: readonly CategoryView[], items: readonly ItemView[], rest: string): Shelf[] {
  const shelves = categories.map(({ id, name }): Shelf => ({ id, name, items: [] }))
  const others: Shelf = { id: 0, name: rest, items: [] }
  for (const item of items) {
    const shelf = shelves.find(({ id }) => item.category_ids.some((category) => category.id === id)) ?? others
    shelf.items.push(item)
  }
  return [...shelves, others].filter((shelf) => shelf.items.length > 0)
}

export type Tab = Pick<Shelf, 'id' | 'name'>

/** Returns the tabs, with those of all categories while pages that may have their items are not fetched yet. */
export function tabsOf(
  categories: readonly CategoryView[],
  shelves: readonly Shelf[],
  { hasNextPage }: { hasNextPage: boolean },
): readonly Tab[] {
  if (!hasNextPage) return shelves
  return [...categories, ...shelves.filter(({ id }) => id === 0)]
}
