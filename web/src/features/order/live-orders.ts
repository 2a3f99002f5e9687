import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OrderCardView, OrdersStateView, OrderStatesView, OrderStateView } from '@/lib/api/types.gen'
import { firstLoads } from '@/lib/requests/fetch-again'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { ordersOptions, type OrdersState } from './order-queries'
import { paymentKey } from './status'
import { useEventStream } from '@/lib/requests/use-event-stream'

/**
 * Follows all orders of the customer through one stream (O6). If an event differs from the list on
 * the page, the list is fetched again.
 */
export function useLiveOrders(state: OrdersState) {
  const queryClient = useQueryClient()
  const { headers } = useScope()
  const { queryKey } = ordersOptions(headers, state)
  const heard = useRef<OrdersStateView>(undefined)
  const [moved, setMoved] = useState<OrderStateView[]>([])
  const [isRefused, setRefused] = useState(false)

  const compare = async () => {
    // A list that is loading may have been read before the change, so it is compared once it is there.
    await firstLoads(queryClient, { queryKey })
    const pages = queryClient.getQueryData(queryKey)?.pages
    const now = heard.current?.[state]
    const isShown = pages && now && isSame(uniqueEntries(pages.map(({ orders }) => orders)), pages[0]?.total_size, now)
    if (!isShown) await queryClient.invalidateQueries({ queryKey })
  }

  const isLive = useEventStream<OrdersStateView>({
    url: '/events',
    event: 'orders',
    onState: (now) => {
      const news = heard.current ? movedBetween(heard.current, now) : []
      heard.current = now
      if (news.length > 0) setMoved(news)
      void compare()
    },
    onRefused: () => setRefused(true),
  })
  return {
    /** False while reconnecting. */
    isLive,
    /** If false, the list must be polled. */
    isFollowed: isLive && !isRefused,
    /** The orders that the last event changed. */
    moved,
  }
}

/** Returns the orders that are new, or whose status or payment changed. */
function movedBetween(before: OrdersStateView, now: OrdersStateView) {
  const known = new Map(ordersOf(before).map((order) => [order.id, stateOf(order)]))
  return ordersOf(now).filter((order) => known.get(order.id) !== stateOf(order))
}

type State = Pick<OrderStateView, 'order_status' | 'prescription_status' | 'awaits_payment' | 'payment_due_at'>

const stateOf = ({ order_status, prescription_status, ...order }: State) =>
  `${order_status} ${prescription_status} ${paymentKey(order)}`

const ordersOf = ({ running, past }: OrdersStateView) => [...running.orders, ...past.orders]

/** Returns whether the loaded cards match the event. */
const isSame = (cards: OrderCardView[], total: number | undefined, now: OrderStatesView) =>
  total === now.total_size &&
  now.orders.slice(0, cards.length).every((order, at) => {
    const card = cards[at]
    return card?.id === order.id && stateOf(card) === stateOf(order) && card.schedule_at === order.schedule_at
  })
