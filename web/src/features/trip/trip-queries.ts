import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  cancelTripMutation,
  claimTripMutation,
  extendTripMutation,
  getTripOptions,
  listTripCancelReasonsOptions,
  listTripRefundReasonsOptions,
  listTripsInfiniteOptions,
  listUnclaimedTripsOptions,
  payTripMutation,
  sendTripOfflinePaymentMutation,
  postTripReviewsMutation,
  requestTripRefundMutation,
  trackPurchaseOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import type { OrdersStateView, TrackedTripView, TripView, UnclaimedTripView } from '@/lib/api/types.gen'
import type { SendPayment } from '@/components/payment/offline-payment-form'
import type { Paying } from '@/components/payment/other-ways'
import { fetchAgain } from '@/lib/requests/fetch-again'
import { isNotFound, isRefusal } from '@/lib/requests/problems'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { storeResponse } from '@/lib/requests/store-response'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { keyedMutation } from '@/lib/requests/with-key'
import { isRecord } from '@/lib/scope/guards'
import { currentScope, useScope } from '@/lib/scope/scope'
import { isOver, isRefundRequested } from './trip-status'

/** Fetches a trip by its token, or by the session of its customer. */
export const tripOptions = (id: number, token?: string) =>
  queryOptions({
    ...getTripOptions({ path: { id }, headers: { 'X-Order-Token': token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })

/** How often a trip under way is fetched again while no stream follows it, ms. */
const pollInterval = 20_000

/** Follows a trip live until it is over and no money of it is awaited (O6). While the stream is lost the trip is polled. */
export function useLiveTrip(trip: TripView, token: string | undefined) {
  const queryClient = useQueryClient()
  const [isRefused, setRefused] = useState(false)
  const { id, gateway_refund_failed: owed = 0 } = trip
  const isAwaited = !isOver(trip) || isRefundRequested(trip) || owed > 0
  const options = tripOptions(id, token)
  const isLive = useEventStream<TripView>({
    url: `/rental/trips/${id}/events`,
    event: 'trip',
    token,
    isOn: isAwaited,
    // The response to what the shopper did may arrive before an older event.
    onState: (now) => {
      const known = queryClient.getQueryData(options.queryKey)
      if (known && Date.parse(known.updated_at) > Date.parse(now.updated_at)) return
      void storeResponse(queryClient, options.queryKey, now)
    },
    onRefused: () => setRefused(true),
  })
  useQuery({ ...options, refetchInterval: isAwaited && (!isLive || isRefused) && pollInterval })
}

/**
 * Follows a trip that was found by its number and phone (D29). It is polled, because the stream of a
 * trip shows more than a phone may open. Right phones do not count as attempts.
 */
export function useTrackedTrip(first: TrackedTripView, phone: string) {
  const { headers } = useScope()
  const { data, error, refetch } = useQuery({
    ...trackPurchaseOptions({ headers: { ...headers, 'X-Phone': phone }, query: { purchase_id: first.id } }),
    initialData: { trip: first },
    gcTime: 0, // no later page has it
    refetchInterval: ({ state }) => !isNotFound(state.error) && !isOver(state.data?.trip ?? first) && pollInterval,
  })
  return { trip: data.trip ?? first, error, refetch }
}

/** Follows the trips of the customer through the stream of all that they buy (O6). Returns false if they must be polled. */
export function useLiveTrips() {
  const queryClient = useQueryClient()
  const heard = useRef<string>(undefined)
  const [isRefused, setRefused] = useState(false)
  const isLive = useEventStream<OrdersStateView>({
    url: '/events',
    event: 'orders',
    onState: ({ trips }) => {
      const now = JSON.stringify(trips)
      if (now === heard.current) return
      heard.current = now
      // Also after the first event: the list may have been read before a change.
      void fetchAgain(queryClient, { predicate: (query) => isTripList(query.queryKey[0]) })
    },
    onRefused: () => setRefused(true),
  })
  return isLive && !isRefused
}

/** The two lists of a customer's trips: those under way, and those that are over. */
export type TripsState = 'running' | 'past'

/** Fetches a customer's trips page by page, the newest first. Those under way are polled if no stream follows them. */
export function useTrips(state: TripsState, isFollowed: boolean) {
  const { headers } = useScope()
  return useInfiniteQuery({
    ...listTripsInfiniteOptions({ headers, query: { state } }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    staleTime: 0,
    refetchInterval: !isFollowed && state === 'running' && pollInterval,
  })
}

/** Fetched with the page, so that the dialog opens without waiting. */
export const useTripCancelReasons = () => useQuery({ ...listTripCancelReasonsOptions(), staleTime: Infinity })

/** After a refusal the trip is fetched again: what it gives back may have changed, or it is over. */
export function useCancelTrip(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...keyedMutation(cancelTripMutation()),
    onSuccess: async (trip) => {
      await storeResponse(queryClient, queryKey, trip)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

export const useTripRefundReasons = (enabled: boolean) =>
  useQuery({ ...listTripRefundReasonsOptions(), staleTime: Infinity, enabled })

/** Asks for money back. After a refusal the trip is fetched again: another device may have asked, or an admin given it. */
export function useRequestTripRefund(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...requestTripRefundMutation(),
    onSuccess: (trip) => storeResponse(queryClient, queryKey, trip),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

/** Extends a trip. After a refusal it is fetched again: somebody else may have booked the vehicles. */
export function useExtendTrip(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...keyedMutation(extendTripMutation()),
    onSuccess: (trip) => storeResponse(queryClient, queryKey, trip),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

/** Pays a trip, or changes how it is paid. After a refusal the trip is fetched again: it may be paid, or over. */
export function usePayTrip(id: number, token: string | undefined): Paying {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  const { isPending, mutate } = useMutation({
    ...keyedMutation(payTripMutation()),
    onSuccess: ({ trip }) => storeResponse(queryClient, queryKey, trip),
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

/** Sends how a trip was paid. After a refusal the trip is fetched again: it may be paid, or over. */
export function useSendTripPayment(id: number, token: string | undefined): SendPayment {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  const { isPending, mutateAsync } = useMutation({
    ...keyedMutation(sendTripOfflinePaymentMutation()),
    meta: { quiet: true }, // the form shows the error
    onSuccess: (trip) => storeResponse(queryClient, queryKey, trip),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
  return {
    isBusy: isPending,
    send: (payment) => mutateAsync({ headers: currentScope().guest, path: { id }, body: { token, ...payment } }),
  }
}

const isTripList = (key: unknown) => isRecord(key) && key._id === 'listTrips'

/** Sends reviews. After a refusal the trip is fetched again: another device may have sent some. */
export function usePostTripReviews(id: number) {
  const queryClient = useQueryClient()
  const isTrip = (key: unknown) => isRecord(key) && key._id === 'getTrip' && isRecord(key.path) && key.path.id === id
  return useMutation({
    ...postTripReviewsMutation(),
    onSuccess: async (trip) => {
      const filters: QueryFilters = { predicate: ({ queryKey }) => isTrip(queryKey[0]) }
      await queryClient.cancelQueries(filters)
      queryClient.setQueriesData<TripView>(filters, () => trip)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
    onError: (error) =>
      isRefusal(error)
        ? queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTrip(queryKey[0]) })
        : undefined,
  })
}

/** Fetches trips with the customer's phone or e-mail that they have not confirmed as theirs (P4). */
export const useUnclaimedTrips = () => useQuery(listUnclaimedTripsOptions()).data?.trips ?? noTrips

const noTrips: UnclaimedTripView[] = []

/** Sends whether an unclaimed trip is the customer's. onAnswered is called before its question disappears. */
export function useClaimTrip(onAnswered: (id: number, mine: boolean) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = listUnclaimedTripsOptions()
  return useMutation({
    ...claimTripMutation(),
    onSuccess: async (left, { path, body }) => {
      onAnswered(path.id, body.mine)
      await storeResponse(queryClient, queryKey, left)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
    // The customer may have answered on another device.
    onError: (error) => refetchAfter(queryClient, queryKey, error),
  })
}

/** Adds a trip that was opened by its token to the customer's. The caller shows an error. */
export function useAddTrip() {
  const queryClient = useQueryClient()
  return useMutation({
    ...claimTripMutation(),
    meta: { quiet: true },
    onSuccess: async (left) => {
      await storeResponse(queryClient, listUnclaimedTripsOptions().queryKey, left)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
  })
}
