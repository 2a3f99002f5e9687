import { useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { useRef } from 'react'

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
