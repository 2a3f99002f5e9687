import { queryOptions, replaceEqualDeep, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { cancelOrderMutation, getOrderOptions, listCancelReasonsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { client } from '@/lib/api/client.gen'
import { trackOrder } from '@/lib/api/sdk.gen'
import type { TrackingView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/problems'
import { currentScope } from '@/lib/scope'
import { watch } from './event-stream'
import { isOver } from './status'

/** An order of ours, by its tracking token. */
export const orderOptions = (id: number, token: string) =>
  queryOptions({
    ...getOrderOptions({ path: { id }, query: { token } }),
    staleTime: 5_000,
    retry: (failures, error) => failures < 1 && !isRefusal(error),
  })

/** Asked for before anybody wants to cancel: the dialog then needs nothing. */
export const useCancelReasons = (isWanted: boolean) =>
  useQuery({ ...listCancelReasonsOptions(), enabled: isWanted, staleTime: Infinity }).data?.reasons ?? none

const none: { id: string; reason: string }[] = []

export function useCancelOrder(id: number, token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    ...cancelOrderMutation(),
    onSuccess: (order) => queryClient.setQueryData(orderOptions(id, token).queryKey, order),
  })
}

/** What says whose order it is, where there is no token. */
export type OrderAndPhone = { orderId: number; phone: string }

/** What moves of an order, by its number and phone (ORD-02). */
export function useTrackOrder() {
  return useMutation({
    meta: { quiet: true }, // the form says it
    mutationFn: async ({ orderId, phone }: OrderAndPhone) => {
      const { headers } = currentScope()
      return (await trackOrder({ headers, query: { order_id: orderId, phone }, throwOnError: true })).data
    },
  })
}

type Followed = {
  id: number
  /** undefined: not to be followed yet. */
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
  const isWatched = token !== undefined && tracking !== undefined && !isOver(tracking)

  useEffect(() => {
    if (!isWatched) return undefined
    const open = async (signal: AbortSignal) => {
      const headers = { Accept: 'text/event-stream' }
      const { response } = await client.get<unknown, unknown, false>({
        url: '/orders/{id}/events',
        path: { id },
        query: { token },
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
