import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  listBannersOptions,
  listCategoriesOptions,
  listDiscountedItemsOptions,
  listLatestItemsOptions,
  listLatestStoresOptions,
  listPopularItemsOptions,
  listPopularStoresOptions,
  listRecommendedItemsOptions,
  listTopRatedStoresOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { categoriesStaleTime } from '@/lib/requests/query-client'
import type { ScopeHeaders } from '@/lib/scope/scope'

const tenItems = { offset: 1, limit: 10 }
const twelveStores = { offset: 1, limit: 12 }

// The server sends the first four with the page, so it uses the same parameters.
export const bannersOptions = ({ headers }: ScopeHeaders) => listBannersOptions({ headers })
export const featuredOptions = ({ headers }: ScopeHeaders) =>
  queryOptions({ ...listCategoriesOptions({ headers, query: { featured: 1 } }), staleTime: categoriesStaleTime })
export const homePopularStoresOptions = ({ headers }: ScopeHeaders) =>
  listPopularStoresOptions({ headers, query: { type: 'all', ...twelveStores } })
/** Only items that are available now: a deal of a closed store is of no use. */
export const dealsOptions = ({ headers }: ScopeHeaders) =>
  listDiscountedItemsOptions({ headers, query: { available_now: true, ...tenItems } })

export const popularItemsOptions = ({ headers }: ScopeHeaders) => listPopularItemsOptions({ headers, query: tenItems })
export const homeLatestStoresOptions = ({ headers }: ScopeHeaders) =>
  listLatestStoresOptions({ headers, query: twelveStores })
export const recommendedOptions = ({ headers }: ScopeHeaders) =>
  listRecommendedItemsOptions({ headers, query: tenItems })
export const topRatedStoresOptions = ({ headers }: ScopeHeaders) =>
  listTopRatedStoresOptions({ headers, query: twelveStores })
export const latestItemsOptions = ({ headers }: ScopeHeaders) => listLatestItemsOptions({ headers, query: tenItems })

/** Prefetches the data of the first screen. The sections show errors themselves. */
export function fetchHome(queryClient: QueryClient, scope: ScopeHeaders) {
  void queryClient.prefetchQuery(bannersOptions(scope))
  void queryClient.prefetchQuery(featuredOptions(scope))
  void queryClient.prefetchQuery(homePopularStoresOptions(scope))
  void queryClient.prefetchQuery(dealsOptions(scope))
}
