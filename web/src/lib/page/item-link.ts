import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ItemView } from '@/lib/api/types.gen'
import { withQuery } from './href'

/** The name of the open item in the address, so that the back button closes it and a link opens it. */
export const itemParam = 'item'

type Linked = Pick<ItemView, 'id' | 'slug' | 'module_id' | 'module_type'>

/** The id is the slug if there is one (ITEM-01). */
export const idOf = ({ id, slug }: Pick<ItemView, 'id' | 'slug'>) => slug || String(id)

/** The name of the cart's line in the address that the open item was opened from. */
export const lineParam = 'line'

const textOf = (line: number | undefined) => (line === undefined ? undefined : String(line))

/** An address with another item open, as it is in a line of the cart, or with none. */
export const withItem = (href: string, item: string | undefined, line?: number) =>
  withQuery(href, { [itemParam]: item, [lineParam]: textOf(line) })

/** Where an item is, also as it is in a line of the cart: an ecommerce one has its page, any other opens over the page that is here (D17). */
export function useItemHref() {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return useCallback(
    (item: Linked, line?: number) =>
      item.module_type === 'ecommerce'
        ? withQuery(`/product/${idOf(item)}?module_id=${item.module_id}`, { [lineParam]: textOf(line) })
        : withItem(here, idOf(item), line),
    [here],
  )
}
