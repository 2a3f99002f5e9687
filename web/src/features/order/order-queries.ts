import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cancelOrderMutation, getOrderOptions, listCancelReasonsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { client } from '@/lib/api/client.gen'
import { trackOrder } from '@/lib/api/sdk.gen'
import type { OrderView, TrackingView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope'
import { watch } from './event-stream'

/** An order of ours, by its tracking token. */
export const orderOptions = (id: number, token: string) =>
  queryOptions({ ...getOrderOptions({ path: { id }, query: { token } }), staleTime: 5_000, retry: false })

export const cancelReasonsOptions = () => queryOptions({ ...listCancelReasonsOptions(), staleTime: Infinity })

export function useCancelOrder(id: number, token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    ...cancelOrderMutation(),
    onSuccess: (order) => queryClient.setQueryData(orderOptions(id, token).queryKey, order),
  })
}

/** What moves of an order, by its number and phone alone (ORD-02). */
export function useTrackOrder() {
  const { headers } = useScope()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ orderId, phone }: { orderId: number; phone: string }) =>
      (await trackOrder({ headers, query: { order_id: orderId, phone }, throwOnError: true })).data,
  })
}

/**
 * Follows an order live. Every event carries the whole state, so nothing is ever
 * asked again; live is false while the connection is being made anew.
 */
export function useTracking(id: number, token: string | undefined, first: TrackingView | undefined) {
  const [state, setState] = useState<{ id: number; tracking: TrackingView }>()
  const [live, setLive] = useState(true)

  useEffect(() => {
    if (!token) return undefined
    const url = `${client.getConfig().baseUrl ?? ''}/orders/${id}/events?${new URLSearchParams({ token })}`
    return watch(url, {}, {
      onState: setLive,
      onEvent: ({ event, data }) => {
        if (event !== 'tracking') return
        setState({ id, tracking: JSON.parse(data) as TrackingView })
      },
    })
  }, [id, token])

  return { tracking: state?.id === id ? state.tracking : first, live }
}

/** The order's page: its lines once, what moves live. */
export function useOrder(id: number, token: string) {
  const order = useQuery(orderOptions(id, token))
  const { tracking, live } = useTracking(id, order.isSuccess ? token : undefined, order.data?.tracking)
  return { ...order, order: order.data as OrderView | undefined, tracking, live }
}
