import type { QueryClient } from '@tanstack/react-query'
import { fetchPicture } from '@/components/picture'
import type { ItemView } from '@/lib/api/types.gen'
import { slugOf } from '@/lib/page/links'
import type { Scope } from '@/lib/scope/scope'
import { itemOptions } from './item-queries'

/**
 * Prefetches the dialog's code and the first picture. The dialog starts with the item from the list
 * and fetches it again.
 */
export function prefetchItem(queryClient: QueryClient, scope: Scope, item: ItemView) {
  if (item.module_type !== 'ecommerce') void import('./item-dialog')
  fetchPicture(item.image_full_url, '100vw')
  const { queryKey } = itemOptions(slugOf(item), scope)
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, item, { updatedAt: 0 })
}
