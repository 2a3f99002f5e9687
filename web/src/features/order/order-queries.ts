import {
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelOrderMutation,
  claimOrderMutation,
  getOrderOptions,
  listCancelReasonsOptions,
  listOrdersInfiniteOptions,
  listOrdersInfiniteQueryKey,
  listUnclaimedOrdersOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import { trackOrder } from '@/lib/api/sdk.gen'
import type { TrackingView, UnclaimedView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { isFinished } from './status'
import { useEventStream } from './use-event-stream'

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

export const ordersOptions = (headers: Scope['headers'], state: OrdersState) =>
  listOrdersInfiniteOptions({ headers, query: { state } })

/**
 * A customer's orders, the newest first, page by page (ORD-01). Those under way move
 * while they are looked at (O6): where no stream follows them, they are asked for.
 */
export function useOrders(state: OrdersState, isFollowed: boolean) {
  const { headers } = useScope()
  return useInfiniteQuery({
    ...ordersOptions(headers, state),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    staleTime: 0,
    refetchInterval: !isFollowed && state === 'running' && 20_000,
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
 * else is ever asked again; isLive is false while the line is being made again.
 */
export function useTracking({ id, token, first, onRefused }: Followed) {
  const [heard, setHeard] = useState<TrackingView>()
  const tracking = newer(heard?.order_id === id ? heard : undefined, first)
  const isWatched = tracking !== undefined && !isFinished(tracking)

  const isLive = useEventStream<TrackingView>({
    url: `/orders/${id}/events`,
    event: 'tracking',
    token,
    isOn: isWatched,
    // What did not change stays the same object: the map does not draw its way again.
    onState: (now) => setHeard((before) => replaceEqualDeep(before, now)),
    onRefused,
  })
  return { tracking, isLive }
}

/** The later of two states: an answer to a cancellation may overtake the stream. */
function newer(heard: TrackingView | undefined, told: TrackingView | undefined) {
  if (!heard || !told) return heard ?? told
  return Date.parse(told.updated_at) > Date.parse(heard.updated_at) ? told : heard
}
