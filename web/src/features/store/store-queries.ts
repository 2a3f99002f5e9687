import type { QueryClient } from '@tanstack/react-query'
import { fetchPicture } from '@/components/picture'
import {
  getStoreOptions,
  listItemsOptions,
  listLatestStoresOptions,
  listPopularStoresOptions,
  listStoreReviewsOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { isOfOtherModule } from '@/lib/scope/adopt-module'
import type { StoreView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'

type Of = Pick<Scope, 'headers'>

/** A store by id or slug. */
export const storeOptions = (id: string, { headers }: Of) => getStoreOptions({ headers, path: { id } })

/** What a store sells; its shelves are drawn from this. */
export const storeItemsOptions = (storeId: number, offset: number, { headers }: Of) =>
  listItemsOptions({ headers, query: { store_id: storeId, offset, limit: 100 } })

/** What of it matches words. */
export const storeSearchOptions = (storeId: number, words: string, { headers }: Of) =>
  listItemsOptions({ headers, query: { store_id: storeId, search: words, offset: 1, limit: 100 } })

export const storeReviewsOptions = (id: string, offset: number, { headers }: Of) =>
  listStoreReviewsOptions({ headers, path: { id }, query: { offset, limit: 20 } })

const page = (offset: number) => ({ offset, limit: 12 })

/** The documented way to ask: type all, twelve at a time (BRW-03). */
export const popularStoresOptions = (offset: number, { headers }: Of) =>
  listPopularStoresOptions({ headers, query: { type: 'all', ...page(offset) } })

export const latestStoresOptions = (offset: number, { headers }: Of) =>
  listLatestStoresOptions({ headers, query: page(offset) })

/** Asks ahead for a store, its shelves and its cover; a failure is the page's to tell. */
export async function fetchStore(queryClient: QueryClient, id: string, scope: Scope) {
  await queryClient.prefetchQuery(storeOptions(id, scope))
  const store = queryClient.getQueryData(storeOptions(id, scope).queryKey)
  // Another module is chosen first, and every answer of this one cleared.
  if (!store || isOfOtherModule(store, scope)) return
  void queryClient.prefetchQuery(storeItemsOptions(store.id, 1, scope))
  fetchPicture(store.cover_photo_full_url, '100vw')
}

/** What of a store its page can show at once. */
export type ListedStore = Pick<
  StoreView,
  'slug' | 'name' | 'tagline' | 'address' | 'cover_photo_full_url' | 'logo_full_url'
>

/** A store as some list that was seen before told of it, by id or slug; undefined when none did. */
export function findListedStore(queryClient: QueryClient, id: string): ListedStore | undefined {
  const isIt = (store: StoreView) => store.slug === id || String(store.id) === id
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const list = isRecord(state.data) ? state.data.stores : undefined
    const store = Array.isArray(list) ? (list as StoreView[]).find(isIt) : undefined
    if (store) return store
  }
  return undefined
}
