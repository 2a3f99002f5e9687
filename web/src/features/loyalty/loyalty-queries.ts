import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  convertLoyaltyPointsMutation,
  getLoyaltyHistoryOptions,
  getLoyaltyOptions,
  listLoyaltyTransactionsInfiniteOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { isRefusedEarly, isUncertain } from '@/lib/requests/problems'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { alwaysRefetch } from '@/lib/requests/query-client'
import { randomKey } from '@/lib/requests/random-key'

/** What the history shows: everything, what was earned, or what was spent. */
export type Direction = 'all' | 'earned' | 'spent'

export const useLoyalty = () => useQuery({ ...getLoyaltyOptions(), ...alwaysRefetch })

/** The points that were earned on each of the last days. */
export const useEarnedDays = () => useQuery({ ...getLoyaltyHistoryOptions({ query: { days: 30 } }), ...alwaysRefetch })

/** The changes of the points page by page, the newest first. */
export function useHistory(direction: Direction) {
  const list = useInfiniteQuery({
    ...listLoyaltyTransactionsInfiniteOptions({ query: direction === 'all' ? {} : { direction } }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    ...alwaysRefetch,
  })
  return { list, transactions: uniqueEntries(list.data?.pages.map((page) => page.transactions)) }
}

/**
 * Converts points. While it is unknown whether they were converted, another try has the same key
 * and the same points, so that they are converted once (W3).
 */
export function useConvert() {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState<{ key: string; points: number }>()
  const convert = useMutation({
    ...convertLoyaltyPointsMutation(),
    meta: { quiet: true },
    // Everything that shows points or the wallet changes.
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => {
      // They may have been converted. The form does not wait: without a connection the points do not come either.
      if (isUncertain(error)) void queryClient.invalidateQueries()
    },
  })
  return {
    ...convert,
    /** Points of which it is unknown whether they were converted. */
    unanswered: sent?.points,
    send: async (points: number) => {
      const now = sent ?? { key: randomKey(), points }
      setSent(now)
      try {
        const done = await convert.mutateAsync({
          body: { points: now.points },
          headers: { 'Idempotency-Key': now.key },
        })
        setSent(undefined)
        return done
      } catch (error) {
        const isUnanswered = isUncertain(error) || (sent !== undefined && isRefusedEarly(error))
        if (!isUnanswered) setSent(undefined)
        throw error
      }
    },
  }
}
