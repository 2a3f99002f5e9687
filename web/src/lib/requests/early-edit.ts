import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** What the server has last said of the queries that are edited before it responds. */
const known = new WeakMap<Query, unknown>()

const find = (queryClient: QueryClient, queryKey: QueryKey) => queryClient.getQueryCache().find({ queryKey })

/** Edits a query's data before the server responds. A fetch that began before would undo it, so it is canceled. */
export async function editEarly<Data>(queryClient: QueryClient, queryKey: QueryKey, edit: (data: Data) => Data) {
  await queryClient.cancelQueries({ queryKey })
  const query = find(queryClient, queryKey)
  if (query && !known.has(query)) known.set(query, query.state.data)
  queryClient.setQueryData<Data>(queryKey, (data) => data && edit(data))
}

/** Stores the response to an edit. While later edits wait for theirs, it is only kept for takeBackEdits. */
export async function acceptEdit(
  queryClient: QueryClient,
  queryKey: QueryKey,
  response: unknown,
  isLast: () => boolean,
) {
  await queryClient.cancelQueries({ queryKey })
  const query = find(queryClient, queryKey)
  if (query) known.set(query, response)
  if (!isLast()) return
  queryClient.setQueryData(queryKey, response)
  if (query) known.delete(query)
}

/** After the last edit has failed: shows what the server has last said. */
export function takeBackEdits(queryClient: QueryClient, queryKey: QueryKey) {
  const query = find(queryClient, queryKey)
  if (!query || !known.has(query)) return
  queryClient.setQueryData(queryKey, known.get(query))
  known.delete(query)
}
