import type { QueryClient } from '@tanstack/react-query'
import { fetchPicture } from '@/components/picture'
import {
  getConfigOptions,
  getStoreOptions,
  listItemsOptions,
  listLatestStoresOptions,
  listPopularStoresOptions,
  listStoreReviewsOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { isOfOtherModule } from '@/lib/scope/adopt-module'
import type { StoreView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import type { Scope, ScopeHeaders } from '@/lib/scope/scope'

/** Fetches a store by id or slug. */
export const storeOptions = (id: string, { headers }: ScopeHeaders) => getStoreOptions({ headers, path: { id } })

/** Fetches the items of a store, 100 per page. */
export const storeItemsOptions = (storeId: number, offset: number, { headers }: ScopeHeaders) =>
  listItemsOptions({ headers, query: { store_id: storeId, offset, limit: 100 } })

/** Searches the items of a store, 100 per page. */
export const storeSearchOptions = (storeId: number, words: string, offset: number, { headers }: ScopeHeaders) =>
  listItemsOptions({ headers, query: { store_id: storeId, search: words, offset, limit: 100 } })

export const storeReviewsOptions = (id: string, offset: number, { headers }: ScopeHeaders) =>
  listStoreReviewsOptions({ headers, path: { id }, query: { offset, limit: 20 } })

const page = (offset: number) => ({ offset, limit: 12 })

/** The documented parameters: type all, twelve per page (BRW-03). */
export const popularStoresOptions = (offset: number, { headers }: ScopeHeaders) =>
  listPopularStoresOptions({ headers, query: { type: 'all', ...page(offset) } })

export const latestStoresOptions = (offset: number, { headers }: ScopeHeaders) =>
  listLatestStoresOptions({ headers, query: page(offset) })

/** Prefetches a store, its items and its cover. The page shows errors itself. */
export async function fetchStore(queryClient: QueryClient, id: string, scope: Scope) {
  await queryClient.prefetchQuery(storeOptions(id, scope))
  const store = queryClient.getQueryData(storeOptions(id, scope).queryKey)
  const shop = queryClient.getQueryData(getConfigOptions({ headers: scope.headers }).queryKey)
  // For a store of another module the module is switched first, which clears the cache.
  if (!store || isOfOtherModule(store, scope, shop)) return
  void queryClient.prefetchQuery(storeItemsOptions(store.id, 1, scope))
  fetchPicture(store.cover_photo_full_url, '100vw')
}

/** The fields of a listed store that its page shows while loading. */
export type ListedStore = Pick<
  StoreView,
  'slug' | 'name' | 'tagline' | 'address' | 'cover_photo_full_url' | 'logo_full_url'
>

/** Returns a store from any cached list, by id or slug, or undefined. */
export function findListedStore(queryClient: QueryClient, id: string): ListedStore | undefined {
  const isIt = (store: StoreView) => store.slug === id || String(store.id) === id
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const list = isRecord(state.data) ? state.data.stores : undefined
    const store = Array.isArray(list) ? (list as StoreView[]).find(isIt) : undefined
    if (store) return store
  }
  return undefined
}
