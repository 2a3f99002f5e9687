import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CategoryView, ItemView, StoreView } from '@/lib/api/types.gen'
import { hrefTo, withQuery } from './href'

type Linked<Thing extends { id: number; slug: string; module_id: number }> = Pick<Thing, 'id' | 'slug' | 'module_id'>
type LinkedItem = Linked<ItemView> & Pick<ItemView, 'module_type'>

/** How an address names an item, a store or a category: by its slug if there is one (ITEM-01). */
export const slugOf = ({ id, slug }: { id: number; slug: string }) => slug || String(id)

const textOf = (line: number | undefined) => (line === undefined ? undefined : String(line))

/** An address with another item open, as it is in a line of the cart, or with none. */
export const withItem = (href: string, item: string | undefined, line?: number) =>
  withQuery(href, { item, line: textOf(line) })

/**
 * Returns where an item is, also as it is in a line of the cart: an ecommerce item
 * has a page, any other opens over the page that is here (D17).
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

// The module id says whose cart is beside the page.
const targetOf = (thing: { id: number; slug: string; module_id: number }) => ({
  params: { id: slugOf(thing) },
  search: { module_id: thing.module_id },
})

/** A store's page. */
export const storeHref = (store: Linked<StoreView>) => hrefTo('/store/$id', targetOf(store))

/** A category's page. */
export const categoryHref = (category: Linked<CategoryView>) => hrefTo('/category/$id', targetOf(category))
