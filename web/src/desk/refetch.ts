import { useQueryClient, type QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { isRefusal } from '@/lib/requests/problems'

/**
 * Fetches lists again after a call, and returns when they are there. After a call without a response it returns at
 * once, because the lists may get none either, and the member should see that the call has failed.
 */
export async function refetchAfter(queryClient: QueryClient, queryKey: QueryKey, error: unknown) {
  const refetched = queryClient.invalidateQueries({ queryKey })
  if (!error || isRefusal(error)) await refetched
}

/**
 * Returns a function that fetches lists again. While they are fetched it waits for the end, because that fetch may have
 * begun before the change. To cancel it would be worse: changes may come faster than a long list is fetched.
 */
export function useRefetch(lists: QueryFilters) {
  const queryClient = useQueryClient()
  const stopWaiting = useRef<() => void>(undefined)
  return () => {
    const fetchWhenIdle = () => {
      if (queryClient.isFetching(lists) > 0) return
      stopWaiting.current?.()
      stopWaiting.current = undefined
      void queryClient.invalidateQueries(lists)
    }
    stopWaiting.current ??= queryClient.getQueryCache().subscribe(fetchWhenIdle)
    fetchWhenIdle()
  }
}
