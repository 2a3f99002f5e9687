import {
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  cancelOrderMutation,
  claimOrderMutation,
  getOrderOptions,
  listCancelReasonsOptions,
  listOrdersInfiniteOptions,
  listOrdersInfiniteQueryKey,
  listUnclaimedOrdersOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { client } from '@/lib/api/client.gen'
import { trackOrder } from '@/lib/api/sdk.gen'
import type { TrackingView, UnclaimedView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/guards'
import { isRefusal } from '@/lib/problems'
import { currentScope, useScope } from '@/lib/scope'
import { watch } from './event-stream'
import { isOver } from './status'

/** An order by its tracking token; without one, by the session of the customer whose it is. */
export const orderOptions = (id: number, token?: string) =>
  queryOptions({
    ...getOrderOptions({ path: { id }, headers: { 'X-Order-Token': token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })

/** Asked for before anybody wants to cancel: the dialog then needs nothing. */
export const useCancelReasons = (isWanted: boolean) =>
  useQuery({ ...listCancelReasonsOptions(), enabled: isWanted, staleTime: Infinity }).data?.reasons ?? none

const none: { id: string; reason: string }[] = []

export function useCancelOrder(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    ...cancelOrderMutation(),
    onSuccess: (order) => queryClient.setQueryData(orderOptions(id, token).queryKey, order),
  })
}

/** A customer's orders: under way, or at their end. */
export type OrdersState = 'running' | 'past'

/** A customer's orders, the newest first, page by page (ORD-01). */
export function useOrders(state: OrdersState) {
  const { headers } = useScope()
  return useInfiniteQuery({
    ...listOrdersInfiniteOptions({ headers, query: { state } }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    staleTime: 0,
    // What is under way moves while it is looked at (O6).
    refetchInterval: state === 'running' && 20_000,
  })
}

/** Orders that somebody placed with the customer's phone or e-mail: are they theirs (P4)? */
export const useUnclaimedOrders = () => useQuery(listUnclaimedOrdersOptions()).data?.orders ?? noOrders

const noOrders: UnclaimedView[] = []

/** Says of such an order whether it is the customer's. onAnswered is called before the question goes. */
export function useClaimOrder(onAnswered: (mine: boolean) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = listUnclaimedOrdersOptions()
  return useMutation({
    ...claimOrderMutation(),
    onSuccess: async (left, { body }) => {
      onAnswered(body.mine)
      queryClient.setQueryData(queryKey, left)
      await queryClient.invalidateQueries({ predicate: (query) => isOrderList(query.queryKey[0]) })
    },
    // Another device may have answered first.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

const isOrderList = (key: unknown) => isRecord(key) && key._id === listOrdersInfiniteQueryKey()[0]._id

/** What says whose order it is, where there is no token. */
export type OrderAndPhone = { orderId: number; phone: string }

/** What moves of an order, by its number and phone (ORD-02). */
export function useTrackOrder() {
  return useMutation({
    meta: { quiet: true }, // the form says it
    mutationFn: async ({ orderId, phone }: OrderAndPhone) => {
      const headers = { ...currentScope().headers, 'X-Phone': phone }
      return (await trackOrder({ headers, query: { order_id: orderId }, throwOnError: true })).data
    },
  })
}

type Followed = {
  id: number
  /** undefined: the session says whose it is. */
  token: string | undefined
  /** What is known already. */
  first: TrackingView | undefined
  /** The token is no longer good. */
  onRefused?: () => void
}

/**
 * Follows an order live (O6). Every event carries the whole state, so nothing
 * else is ever asked again; isLive is false while the line is being made anew.
 */
export function useTracking({ id, token, first, onRefused }: Followed) {
  const [heard, setHeard] = useState<TrackingView>()
  const [isLive, setLive] = useState(true)
  const refused = useEffectEvent(() => onRefused?.())
  const tracking = newer(heard?.order_id === id ? heard : undefined, first)
  const isWatched = tracking !== undefined && !isOver(tracking)

  useEffect(() => {
    if (!isWatched) return undefined
    const open = async (signal: AbortSignal) => {
      const headers = { Accept: 'text/event-stream', 'X-Order-Token': token }
      const { response } = await client.get<unknown, unknown, false>({
        url: '/orders/{id}/events',
        path: { id },
        headers,
        parseAs: 'stream',
        throwOnError: false,
        signal,
      })
      return response
    }
    return watch(open, {
      onLive: setLive,
      onRefused: () => refused(),
      onEvent: ({ event, data }) => {
        if (event !== 'tracking') return
        // What did not change stays the same object: the map does not draw its way anew.
        setHeard((before) => replaceEqualDeep(before, JSON.parse(data) as TrackingView))
      },
    })
  }, [id, token, isWatched])

  return { tracking, isLive: isLive || !isWatched }
}

/** The later of two states: an answer to a cancellation may overtake the stream. */
function newer(heard: TrackingView | undefined, told: TrackingView | undefined) {
  if (!heard || !told) return heard ?? told
  return Date.parse(told.updated_at) > Date.parse(heard.updated_at) ? told : heard
}
