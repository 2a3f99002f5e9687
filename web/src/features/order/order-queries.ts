import {
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelOrderMutation,
  claimOrderMutation,
  getCartQueryKey,
  getOrderOptions,
  listCancelReasonsOptions,
  listCartsQueryKey,
  listOrdersInfiniteOptions,
  listOrdersInfiniteQueryKey,
  listRefundReasonsOptions,
  listUnclaimedOrdersOptions,
  payOrderMutation,
  postReviewsMutation,
  requestRefundMutation,
  sendOfflinePaymentMutation,
} from '@/lib/api/@tanstack/react-query.gen'
import type { SendPayment } from '@/components/payment/offline-payment-form'
import type { Paying } from '@/components/payment/other-ways'
import { reorder, trackPurchase } from '@/lib/api/sdk.gen'
import type { OrderView, TrackingView, UnclaimedView } from '@/lib/api/types.gen'
import { asShopper } from '@/lib/account/guest'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { storeResponse } from '@/lib/requests/store-response'
import { isRecord } from '@/lib/scope/guards'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { isFinished } from './status'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { keyedMutation } from '@/lib/requests/with-key'

/** How often an order without a live stream is fetched again, in ms. */
export const pollInterval = 20_000

/** Fetches an order by its tracking token, or by the session of its customer. */
export const orderOptions = (id: number, token?: string) =>
  queryOptions({
    ...getOrderOptions({ path: { id }, headers: { 'X-Order-Token': token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })

/** Fetched with the page, so that the dialog opens without waiting. */
export const useCancelReasons = () => useQuery({ ...listCancelReasonsOptions(), staleTime: Infinity })

export function useCancelOrder(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    ...keyedMutation(cancelOrderMutation()),
    onSuccess: (order) => storeResponse(queryClient, orderOptions(id, token).queryKey, order),
  })
}

export const useRefundReasons = (enabled: boolean) =>
  useQuery({ ...listRefundReasonsOptions(), staleTime: Infinity, enabled })

/** Asks for money back. After a refusal the order is fetched again: the request may have arrived before. */
export function useRequestRefund(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = orderOptions(id, token)
  return useMutation({
    ...requestRefundMutation(),
    onSuccess: (order) => storeResponse(queryClient, queryKey, order),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

/** Sends how an order was paid. After a refusal the order is fetched again: it may be paid, or over. */
export function useSendPayment(id: number, token: string | undefined): SendPayment {
  const queryClient = useQueryClient()
  const { queryKey } = orderOptions(id, token)
  const { isPending, mutateAsync } = useMutation({
    ...keyedMutation(sendOfflinePaymentMutation()),
    meta: { quiet: true }, // the form shows the error
    onSuccess: (order) => storeResponse(queryClient, queryKey, order),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
  return {
    isBusy: isPending,
    send: (payment) => mutateAsync({ headers: currentScope().guest, path: { id }, body: { token, ...payment } }),
  }
}

/** Pays an order, or changes how it is paid. After a refusal the order is fetched again: it may be paid, or over. */
export function usePayOrder(id: number, token: string | undefined): Paying {
  const queryClient = useQueryClient()
  const { queryKey } = orderOptions(id, token)
  const { isPending, mutate } = useMutation({
    ...keyedMutation(payOrderMutation()),
    onSuccess: ({ order }) => storeResponse(queryClient, queryKey, order),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
  return {
    isBusy: isPending,
    pay: ({ method, gateway }, done) =>
      mutate(
        { path: { id }, body: { token, payment_method: method, payment_gateway: gateway } },
        { onSuccess: ({ redirect_link: link }) => done(link) },
      ),
  }
}

/** Puts the lines of an order into the cart. agreed: the digest of the changes that the shopper agreed to. */
export function useReorder(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const keys: unknown[] = [getCartQueryKey()[0]._id, listCartsQueryKey()[0]._id]
  const fetchCartsAgain = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => isRecord(key) && keys.includes(key._id) })
  return useMutation({
    meta: { quiet: true }, // the button shows the error
    mutationFn: (agreed: string | undefined) =>
      asShopper(async (guestId) => {
        const body = { guest_id: guestId, token, agreed }
        return (await reorder({ headers: currentScope().headers, path: { id }, body, throwOnError: true })).data
      }),
    onSuccess: ({ done }) => (done ? fetchCartsAgain() : undefined),
    // Only the response may be lost. Not awaited, because the error must not wait for the network.
    onError: () => void fetchCartsAgain(),
  })
}

/** Sends reviews. After a refusal the order is fetched again: another device may have sent some. */
export function usePostReviews(id: number) {
  const queryClient = useQueryClient()
  const isOrder = (key: unknown) => isRecord(key) && key._id === 'getOrder' && isRecord(key.path) && key.path.id === id
  return useMutation({
    ...postReviewsMutation(),
    onSuccess: async (order) => {
      const filters: QueryFilters = { predicate: ({ queryKey }) => isOrder(queryKey[0]) }
      await queryClient.cancelQueries(filters)
      queryClient.setQueriesData<OrderView>(filters, () => order)
      await queryClient.invalidateQueries({ predicate: (query) => isOrderList(query.queryKey[0]) })
    },
    onError: (error) =>
      isRefusal(error)
        ? queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOrder(queryKey[0]) })
        : undefined,
  })
}

/** The two lists of a customer's orders: in progress, and finished. */
export type OrdersState = 'running' | 'past'

export const ordersOptions = (headers: Scope['headers'], state: OrdersState) =>
  listOrdersInfiniteOptions({ headers, query: { state } })

/**
 * Fetches a customer's orders page by page, the newest first (ORD-01). Running orders are polled if
 * no stream follows them (O6).
 */
export function useOrders(state: OrdersState, isFollowed: boolean) {
  const { headers } = useScope()
  return useInfiniteQuery({
    ...ordersOptions(headers, state),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    staleTime: 0,
    refetchInterval: !isFollowed && state === 'running' && pollInterval,
  })
}

/** Fetches orders with the customer's phone or e-mail that they have not confirmed as theirs (P4). */
export const useUnclaimedOrders = () => useQuery(listUnclaimedOrdersOptions()).data?.orders ?? noOrders

const noOrders: UnclaimedView[] = []

/** Sends whether an unclaimed order is the customer's. onAnswered is called before its question disappears. */
export function useClaimOrder(onAnswered: (id: number, mine: boolean) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = listUnclaimedOrdersOptions()
  return useMutation({
    ...claimOrderMutation(),
    onSuccess: async (left, { path, body }) => {
      onAnswered(path.id, body.mine)
      await storeResponse(queryClient, queryKey, left)
      await queryClient.invalidateQueries({ predicate: (query) => isOrderList(query.queryKey[0]) })
    },
    // The customer may have answered on another device.
    onError: (error) => refetchAfter(queryClient, queryKey, error),
  })
}

/** Adds an order that was opened by its token to the customer's. The caller shows an error. */
export function useAddOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    ...claimOrderMutation(),
    meta: { quiet: true },
    onSuccess: async (left) => {
      await storeResponse(queryClient, listUnclaimedOrdersOptions().queryKey, left)
      await queryClient.invalidateQueries({ predicate: (query) => isOrderList(query.queryKey[0]) })
    },
  })
}

const isOrderList = (key: unknown) => isRecord(key) && key._id === listOrdersInfiniteQueryKey()[0]._id

/** What identifies an order or a trip without a token. */
export type NumberAndPhone = { id: number; phone: string }

/** Fetches how an order or a trip goes by its number and phone (ORD-02, D29). */
export function useTrackPurchase() {
  return useMutation({
    meta: { quiet: true }, // the form shows the error
    mutationFn: async ({ id, phone }: NumberAndPhone) => {
      const headers = { ...currentScope().headers, 'X-Phone': phone }
      return (await trackPurchase({ headers, query: { purchase_id: id }, throwOnError: true })).data
    },
  })
}

type Followed = {
  id: number
  /** If undefined, the session is used. */
  token: string | undefined
  /** The state that is already loaded. */
  first: TrackingView | undefined
  /** Whether money of it needs a person, which is awaited also when the order is over. */
  isOwed?: boolean
  /** Called when the stream is refused, such as when the token is no longer valid. */
  onRefused: () => void
}

/**
 * Follows an order live (O6). Every event has the whole state, so nothing else is fetched. isLive is
 * false while reconnecting.
 */
export function useTracking({ id, token, first, isOwed = false, onRefused }: Followed) {
  const [heard, setHeard] = useState<TrackingView>()
  const tracking = newer(heard?.order_id === id ? heard : undefined, first)
  // After a request for a refund, what becomes of it is awaited.
  const isWatched =
    tracking !== undefined && (!isFinished(tracking) || tracking.order_status === 'refund_requested' || isOwed)

  const isLive = useEventStream<TrackingView>({
    url: `/orders/${id}/events`,
    event: 'tracking',
    token,
    isOn: isWatched,
    // Unchanged parts stay the same objects, so that the map does not draw its route again.
    onState: (now) => setHeard((before) => replaceEqualDeep(before, now)),
    onRefused,
  })
  return { tracking, isLive }
}

/** Returns the later of two states, because the response to a cancellation may arrive before the event. */
function newer(heard: TrackingView | undefined, told: TrackingView | undefined) {
  if (!heard || !told) return heard ?? told
  return Date.parse(told.updated_at) > Date.parse(heard.updated_at) ? told : heard
}
