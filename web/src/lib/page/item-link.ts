import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ItemView } from '@/lib/api/types.gen'
import { hrefTo, withQuery } from './href'

type LinkedItem = Pick<ItemView, 'id' | 'slug' | 'module_id' | 'module_type'>

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
