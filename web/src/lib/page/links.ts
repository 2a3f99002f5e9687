import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CategoryView, ItemView, StoreView } from '@/lib/api/types.gen'
import { hrefTo, withQuery } from './href'

type Linked<Thing extends { id: number; slug: string; module_id: number }> = Pick<Thing, 'id' | 'slug' | 'module_id'>
type LinkedItem = Linked<ItemView> & Pick<ItemView, 'module_type'>

/** The slug of an item, a store or a category, or else its id (ITEM-01). */
export const slugOf = ({ id, slug }: { id: number; slug: string }) => slug || String(id)

const textOf = (line: number | undefined) => (line === undefined ? undefined : String(line))

/** Returns a URL with another open item, perhaps with its line of the cart, or with none. */
export const withItem = (href: string, item: string | undefined, line?: number) =>
  withQuery(href, { item, line: textOf(line), campaign: undefined })

/**
 * Returns a function for the URL of an item, perhaps with its line of the cart. An
 * ecommerce item has a page, any other opens over the current page (D17).
 */
export function useItemHref() {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return useCallback(
    (item: LinkedItem, line?: number) =>
      item.module_type === 'ecommerce'
        ? hrefTo('/product/$id', {
            params: { id: slugOf(item) },
            search: { module_id: item.module_id, line: textOf(line) },
          })
        : withItem(here, slugOf(item), line),
    [here],
  )
}

// The module id selects the cart.
const targetOf = (thing: { id: number; slug: string; module_id: number }) => ({
  params: { id: slugOf(thing) },
  search: { module_id: thing.module_id },
})

/** The URL of a store's page. */
export const storeHref = (store: Linked<StoreView>) => hrefTo('/store/$id', targetOf(store))

/** The URL of a category's page. */
export const categoryHref = (category: Linked<CategoryView>) => hrefTo('/category/$id', targetOf(category))
