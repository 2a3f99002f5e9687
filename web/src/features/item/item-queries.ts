import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getItemOptions, listItemReviewsOptions, listItemsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ItemView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'

/**
 * Fetches an item by id or slug, perhaps as its campaign sells it. It stays fresh for 30 s and is fetched once (BRW-05), also after a
 * failed prefetch.
 */
export const itemOptions = (id: string, { headers }: Scope, inCampaign = false) =>
  queryOptions({
    ...getItemOptions({ headers, path: { id }, query: inCampaign ? { campaign: '1' } : undefined }),
    staleTime: 30_000,
    retry: false,
    retryOnMount: false,
  })

/** Items that are often bought with this one. */
export const relatedOptions = (itemId: number, { headers }: Scope) =>
  listItemsOptions({ headers, query: { related_to: itemId, offset: 1, limit: 10 } })

export const itemReviewsOptions = (id: string, offset: number, { headers }: Scope, limit = 20) =>
  listItemReviewsOptions({ headers, path: { id }, query: { offset, limit } })

/** What of an item its page can show at once. */
export type ListedItem = Pick<
  ItemView,
  | 'slug'
  | 'name'
  | 'store_name'
  | 'image_full_url'
  | 'sale_price'
  | 'description'
  | 'is_halal'
  | 'recommended'
  | 'organic'
  | 'badge_discount'
>

/** Returns an item from any cached list, by id or slug, or undefined. */
export function findListedItem(queryClient: QueryClient, id: string): ListedItem | undefined {
  const isIt = (item: ItemView) => item.slug === id || String(item.id) === id
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const list = isRecord(state.data) ? state.data.items : undefined
    const item = Array.isArray(list) ? (list as ItemView[]).find(isIt) : undefined
    if (item) return item
  }
  return undefined
}
