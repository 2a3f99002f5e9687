import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import {
  addFundMutation,
  getWalletOptions,
  listWalletBonusesOptions,
  listWalletDaysOptions,
  listWalletTransactionsInfiniteOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { alwaysRefetch } from '@/lib/requests/query-client'
import { keyedMutation } from '@/lib/requests/with-key'

/** What the history shows: everything, what came in, or what was spent. */
export type HistoryType = 'all' | 'credit' | 'debit'

export const useWallet = () => useQuery({ ...getWalletOptions(), ...alwaysRefetch })

export const useBonuses = () => useQuery({ ...listWalletBonusesOptions(), ...alwaysRefetch })

/** The balance at the end of each of the last days. */
export const useWalletDays = () => useQuery({ ...listWalletDaysOptions({ query: { days: 30 } }), ...alwaysRefetch })

/** The history page by page, the newest first. */
export function useHistory(type: HistoryType) {
  const list = useInfiniteQuery({
    ...listWalletTransactionsInfiniteOptions({ query: { type } }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    ...alwaysRefetch,
  })
  return { list, transactions: uniqueEntries(list.data?.pages.map((page) => page.transactions)) }
}

/** Starts a payment into the wallet. Each error of a refusal is a toast of its own (API-07). */
export const useAddFund = () => useMutation(keyedMutation(addFundMutation()))
