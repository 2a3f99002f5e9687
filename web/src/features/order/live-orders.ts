import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OrderCardView, OrdersStateView, OrderStatesView, OrderStateView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { ordersOptions, type OrdersState } from './order-queries'
import { useEventStream } from './use-event-stream'

/**
 * Follows all orders of the customer by one stream (O6). The list that is shown is
 * fetched again when the stream says something else.
 */
export function useLiveOrders(state: OrdersState) {
  const queryClient = useQueryClient()
  const { headers } = useScope()
  const { queryKey } = ordersOptions(headers, state)
  const heard = useRef<OrdersStateView>(undefined)
  const [moved, setMoved] = useState<OrderStateView[]>([])
  const [isRefused, setRefused] = useState(false)

  const isLive = useEventStream<OrdersStateView>({
    url: '/events',
    event: 'orders',
    onState: (now) => {
      const news = heard.current ? movedBetween(heard.current, now) : []
      heard.current = now
      if (news.length > 0) setMoved(news)
      const pages = queryClient.getQueryData(queryKey)?.pages
      // A list that is on its way may have been read before the change.
      const isShown =
        pages && isSame(uniqueEntries(pages.map(({ orders }) => orders)), pages[0]?.total_size, now[state])
      if (!isShown) void queryClient.invalidateQueries({ queryKey })
    },
    onRefused: () => setRefused(true),
  })
  return {
    /** False while the line is lost and tried again. */
    isLive,
    /** False: the list must be asked for now and then. */
    isFollowed: isLive && !isRefused,
    /** The orders that the last news was about. */
    moved,
  }
}

/** The orders that have come, or are in another status than before. */
function movedBetween(before: OrdersStateView, now: OrdersStateView) {
  const known = new Map(ordersOf(before).map(({ id, order_status }) => [id, order_status]))
  return ordersOf(now).filter(({ id, order_status }) => known.get(id) !== order_status)
}

const ordersOf = ({ running, past }: OrdersStateView) => [...running.orders, ...past.orders]

/** Whether the cards say what the stream says, as far as both go. */
const isSame = (cards: OrderCardView[], total: number | undefined, now: OrderStatesView) =>
  total === now.total_size &&
  now.orders.slice(0, cards.length).every(({ id, order_status, schedule_at }, at) => {
    const card = cards[at]
    return card?.id === id && card.order_status === order_status && card.schedule_at === schedule_at
  })
