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
import type { Scope } from '@/lib/scope/scope'

type Of = Pick<Scope, 'headers'>

const tenItems = { offset: 1, limit: 10 }
const twelveStores = { offset: 1, limit: 12 }

// The server sends the first four with the page, so it uses the same parameters.
export const bannersOptions = ({ headers }: Of) => listBannersOptions({ headers })
/** Categories stay fresh for five minutes (BRW-05). */
export const featuredOptions = ({ headers }: Of) =>
  queryOptions({ ...listCategoriesOptions({ headers, query: { featured: 1 } }), staleTime: 300_000 })
export const popularStoresOptions = ({ headers }: Of) =>
  listPopularStoresOptions({ headers, query: { type: 'all', ...twelveStores } })
/** Only items that are available now: a deal of a closed store is of no use. */
export const dealsOptions = ({ headers }: Of) =>
  listDiscountedItemsOptions({ headers, query: { available_now: true, ...tenItems } })

export const popularItemsOptions = ({ headers }: Of) => listPopularItemsOptions({ headers, query: tenItems })
export const latestStoresOptions = ({ headers }: Of) => listLatestStoresOptions({ headers, query: twelveStores })
export const recommendedOptions = ({ headers }: Of) => listRecommendedItemsOptions({ headers, query: tenItems })
export const topRatedOptions = ({ headers }: Of) => listTopRatedStoresOptions({ headers, query: twelveStores })
export const latestItemsOptions = ({ headers }: Of) => listLatestItemsOptions({ headers, query: tenItems })

/** Prefetches the data of the first screen. The sections show errors themselves. */
export function fetchHome(queryClient: QueryClient, scope: Of) {
  void queryClient.prefetchQuery(bannersOptions(scope))
  void queryClient.prefetchQuery(featuredOptions(scope))
  void queryClient.prefetchQuery(popularStoresOptions(scope))
  void queryClient.prefetchQuery(dealsOptions(scope))
}
