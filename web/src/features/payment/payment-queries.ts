import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkPayment, getPayment } from '@/lib/api/sdk.gen'
import type { GatewayPaymentView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { isRecord } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'

const pollEvery = 2_000 // ms
const pollFor = 60_000 // ms

const isWaiting = (payment: GatewayPaymentView | undefined) =>
  payment?.status === 'open' || payment?.status === 'pending'

/**
 * Asks the gateway about a payment, then follows it for a minute. isLong: there was no
 * result in that time. askAgain starts another minute.
 */
export function usePaymentResult(id: string, token: string | undefined) {
  const { headers } = useScope()
  const queryClient = useQueryClient()
  const [nth, setNth] = useState(1)
  const [longNth, setLongNth] = useState(0)
  const isLong = longNth === nth
  useEffect(() => {
    const timer = setTimeout(() => setLongNth(nth), pollFor)
    return () => clearTimeout(timer)
  }, [nth])
  const queryKey = ['payment', headers, id, nth] as const
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const request = {
        headers: { ...headers, 'X-Order-Token': token },
        path: { id },
        signal,
        throwOnError: true,
      } as const
      const isFirst = queryClient.getQueryData(queryKey) === undefined
      return (isFirst ? await checkPayment(request) : await getPayment(request)).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: (failures, error) => failures < 2 && !isRefusal(error),
    refetchInterval: ({ state }) => !isLong && isWaiting(state.data) && pollEvery,
  })
  useRefetchOthers(query.data)
  return { query, isLong, isWaiting: isWaiting(query.data), askAgain: () => setNth((before) => before + 1) }
}

/** What a payment changes, by the ids of the calls. */
const changedCalls: Record<GatewayPaymentView['purpose'], string[]> = {
  wallet: ['getWallet', 'listWalletTransactions', 'listWalletDays', 'listWalletBonuses', 'getCustomer'],
  order: ['getOrder', 'listOrders'],
  trip: ['getTrip', 'listTrips'],
}

/** Fetches the wallet or the order again when its payment has another status. */
function useRefetchOthers(payment: GatewayPaymentView | undefined) {
  const queryClient = useQueryClient()
  const { purpose, status } = payment ?? {}
  useEffect(() => {
    if (!purpose || !status || status === 'open') return
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [key] }) => isRecord(key) && changedCalls[purpose].includes(String(key._id)),
    })
  }, [purpose, status, queryClient])
}
