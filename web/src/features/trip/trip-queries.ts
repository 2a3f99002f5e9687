import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelTripMutation,
  extendTripMutation,
  getTripOptions,
  listTripCancelReasonsOptions,
  listTripsInfiniteOptions,
  payTripMutation,
  postTripReviewsMutation,
} from '@/lib/api/@tanstack/react-query.gen'
import type { TripView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { isRecord } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'
import { isOver } from './trip-status'

/** Fetches a trip by its token, or by the session of its customer. */
export const tripOptions = (id: number, token?: string) =>
  queryOptions({
    ...getTripOptions({ path: { id }, headers: { 'X-Order-Token': token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    refetchInterval: ({ state }) => state.data !== undefined && !isOver(state.data) && 20_000,
  })

/** The two lists of a customer's trips: those under way, and those that are over. */
export type TripsState = 'running' | 'past'

/** Fetches a customer's trips page by page, the newest first. Those under way are polled. */
export function useTrips(state: TripsState) {
  const { headers } = useScope()
  return useInfiniteQuery({
    ...listTripsInfiniteOptions({ headers, query: { state } }),
    initialPageParam: 1,
    getNextPageParam: ({ offset, limit, total_size }) => (offset * limit < total_size ? offset + 1 : undefined),
    staleTime: 0,
    refetchInterval: state === 'running' && 20_000,
  })
}

/** Fetched with the page, so that the dialog opens without waiting. */
export const useTripCancelReasons = () =>
  useQuery({ ...listTripCancelReasonsOptions(), staleTime: Infinity }).data?.reasons ?? none

const none: { id: string; reason: string }[] = []

/** After a refusal the trip is fetched again: what it gives back may have changed, or it is over. */
export function useCancelTrip(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...cancelTripMutation(),
    onSuccess: async (trip) => {
      queryClient.setQueryData(queryKey, trip)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

/** Extends a trip. After a refusal it is fetched again: somebody else may have booked the vehicles. */
export function useExtendTrip(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...extendTripMutation(),
    onSuccess: (trip) => queryClient.setQueryData(queryKey, trip),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

/** Pays a trip, or changes how it is paid. After a refusal the trip is fetched again: it may be paid, or over. */
export function usePayTrip(id: number, token: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = tripOptions(id, token)
  return useMutation({
    ...payTripMutation(),
    onSuccess: ({ trip }) => queryClient.setQueryData(queryKey, trip),
    onError: (error) => (isRefusal(error) ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
}

const isTripList = (key: unknown) => isRecord(key) && key._id === 'listTrips'

/** Sends reviews. After a refusal the trip is fetched again: another device may have sent some. */
export function usePostTripReviews(id: number) {
  const queryClient = useQueryClient()
  const isTrip = (key: unknown) => isRecord(key) && key._id === 'getTrip' && isRecord(key.path) && key.path.id === id
  return useMutation({
    ...postTripReviewsMutation(),
    onSuccess: async (trip) => {
      queryClient.setQueriesData<TripView>({ predicate: ({ queryKey }) => isTrip(queryKey[0]) }, () => trip)
      await queryClient.invalidateQueries({ predicate: (query) => isTripList(query.queryKey[0]) })
    },
    onError: (error) =>
      isRefusal(error)
        ? queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTrip(queryKey[0]) })
        : undefined,
  })
}
