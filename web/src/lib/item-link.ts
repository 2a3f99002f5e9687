import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ItemView } from './api/types.gen'
import { withQuery } from './href'

/** The name of the open item in the address, so that the back button closes it and a link opens it. */
export const itemParam = 'item'

type Linked = Pick<ItemView, 'id' | 'slug' | 'module_id' | 'module_type'>

/** The id is the slug if there is one (ITEM-01). */
export const idOf = ({ id, slug }: Pick<ItemView, 'id' | 'slug'>) => slug || String(id)

/** An address with another item open, or with none. */
export const withItem = (href: string, item: string | undefined) => withQuery(href, { [itemParam]: item })

/** Where an item is: an ecommerce one has its page, any other opens over the page that is here (D17). */
export function useItemHref() {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return useCallback(
    (item: Linked) =>
      item.module_type === 'ecommerce'
        ? `/product/${idOf(item)}?module_id=${item.module_id}`
        : withItem(here, idOf(item)),
    [here],
  )
}
