import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Waits for queries that are loading for the first time. They may have been read before a change. */
export const firstLoads = (queryClient: QueryClient, filters: QueryFilters) =>
  Promise.allSettled(
    queryClient
      .getQueryCache()
      .findAll(filters)
      .flatMap(({ state, promise }) => (state.data === undefined && promise ? [promise] : [])),
  )

/** Fetches queries again after a change. Invalidating a query does nothing while it is loading for the first time. */
export async function fetchAgain(queryClient: QueryClient, filters: QueryFilters) {
  await firstLoads(queryClient, filters)
  await queryClient.invalidateQueries(filters)
}
