import { useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** How long nothing is fetched after a fetch has begun, ms. While changes come without end, it grows up to the longest. */
const minPause = 2000
const maxPause = 5000

/**
 * Returns a function that fetches lists again. The first change is fetched at once. Others wait for the end of the pause,
 * so that a busy town does not use up the calls that an address may make. While lists are fetched it waits for the end,
 * because that fetch may have begun before the change. To cancel it would be worse: changes may come faster than a long
 * list is fetched.
 */
export function useRefetch(lists: QueryFilters) {
  const queryClient = useQueryClient()
  const stopWaiting = useRef<() => void>(undefined)
  const last = useRef({ at: -Infinity, pause: 0 })
  useEffect(() => () => stopWaiting.current?.(), [])
  return () => {
    if (stopWaiting.current) return
    const { at, pause } = last.current
    const wait = Math.max(0, at + pause - Date.now())
    let isPause = wait > 0
    const fetchWhenIdle = () => {
      if (isPause || queryClient.isFetching(lists) > 0) return
      stopWaiting.current?.()
      last.current = { at: Date.now(), pause: wait > 0 ? Math.min(2 * pause, maxPause) : minPause }
      void queryClient.invalidateQueries(lists)
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(fetchWhenIdle)
    const timer = setTimeout(() => {
      isPause = false
      fetchWhenIdle()
    }, wait)
    stopWaiting.current = () => {
      stopWaiting.current = undefined
      unsubscribe()
      clearTimeout(timer)
    }
    fetchWhenIdle()
  }
}
