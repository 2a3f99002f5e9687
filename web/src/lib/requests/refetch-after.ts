import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isRefusal } from './problems'

/**
 * Fetches queries again after a call, and returns when they are there. After a call without a response it returns at
 * once, because they may get none either, and people should see that the call has failed.
 */
export async function refetchAfter(queryClient: QueryClient, queryKey: QueryKey, error: unknown) {
  const refetched = queryClient.invalidateQueries({ queryKey })
  if (!error || isRefusal(error)) await refetched
}
