import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Stores the response to a change in the cache. A fetch that began before it may have read the state
 * before the change and would overwrite it, so it is canceled.
 */
export async function storeResponse<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  response: InferDataFromTag<unknown, Key>,
) {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, response)
}
