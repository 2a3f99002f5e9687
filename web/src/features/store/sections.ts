import type { CategoryView, ItemView } from '@/lib/api/types.gen'

/** A category of a store with its items. */
export type Section = { id: number; name: string; items: ItemView[] }

/** The id of a category's element on the page. */
export const anchor = ({ id }: Pick<Section, 'id'>) => `category-${id}`

/** Groups the items by the store's categories. An item is in the first one that matches; id 0 has the rest. */
export function sectionsOf(categories: readonly CategoryView[], items: readonly ItemView[], rest: string): Section[] {
  const sections = categories.map(({ id, name }): Section => ({ id, name, items: [] }))
  const others: Section = { id: 0, name: rest, items: [] }
  for (const item of items) {
    const section = sections.find(({ id }) => item.category_ids.some((category) => category.id === id)) ?? others
    section.items.push(item)
  }
  return [...sections, others].filter((section) => section.items.length > 0)
}

export type Tab = Pick<Section, 'id' | 'name'>

/** Returns the tabs, with those of all categories while pages that may have their items are not fetched yet. */
export function tabsOf(
  categories: readonly CategoryView[],
  sections: readonly Section[],
  { hasNextPage }: { hasNextPage: boolean },
): readonly Tab[] {
  if (!hasNextPage) return sections
  return [...categories, ...sections.filter(({ id }) => id === 0)]
}
