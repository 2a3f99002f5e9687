import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { listAdminOrders, listOfflinePayments, listRiderOrders, listVendorOrders } from '@/lib/api/sdk.gen'
import type { StaffMemberView, StaffOrderView, StaffStatesView, StaffTripView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { isRefusal, problems } from '@/lib/requests/problems'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { staffToken, useSession } from './session'
import { isNews } from './status'
import type { Answer, Role, Step } from './steps'

const text = defineMessages({
  refused: { id: 'desk_orders.refused', defaultMessage: 'Order {id}: {reason}' },
})

/** A part of the orders. */
export type View = 'open' | 'scheduled' | 'refund' | 'to_check' | 'to_pay_back' | 'past'

/** What needs an admin. No stream says when it changes. */
const forAdmins: readonly View[] = ['refund', 'to_check', 'to_pay_back']

/** trips: those whose payments need an admin. */
type Page = { orders: StaffOrderView[]; trips?: StaffTripView[]; total: number }

const pageSize = 50
/** How often lists are fetched while no stream says what has changed, ms. */
const pollInterval = 20_000

const listKey = (member: StaffMemberView, ...view: View[]) => ['desk', member.id, ...view]

async function fetchPage(role: Role, view: View, page: number, signal: AbortSignal): Promise<Page> {
  if (role === 'rider') {
    const { data } = await listRiderOrders({ signal, throwOnError: true })
    const orders = [...data.own, ...data.offers]
    return { orders, total: orders.length }
  }
  const query = { limit: pageSize, offset: page }
  if (view === 'to_check' || view === 'to_pay_back') {
    const { data } = await listOfflinePayments({ query: { ...query, state: view }, signal, throwOnError: true })
    return { orders: data.orders, trips: data.trips, total: data.total_size }
  }
  const { data } = await listOf(role, view, query, signal)
  return { orders: data.orders, total: data.total_size }
}

type Query = { limit: number; offset: number }

const listOf = (role: Role, view: Exclude<View, 'to_check' | 'to_pay_back'>, query: Query, signal: AbortSignal) =>
  role === 'vendor' && view !== 'refund'
    ? listVendorOrders({ query: { ...query, state: view }, signal, throwOnError: true })
    : listAdminOrders({ query: { ...query, state: view }, signal, throwOnError: true })

/** The orders of a view, page by page. Where no stream follows them, they are fetched now and then. */
export function useDeskOrders(member: StaffMemberView, view: View, isFollowed: boolean) {
  const list = useInfiniteQuery({
    queryKey: listKey(member, view),
    queryFn: ({ pageParam, signal }) => fetchPage(member.role, view, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      member.role !== 'rider' && page * pageSize < total ? page + 1 : undefined,
    enabled:
      useSession() !== 0 && member.provider_id === undefined && (!forAdmins.includes(view) || member.role === 'admin'),
    staleTime: 0,
    // Otherwise a list whose last fetch failed would stay out of date.
    // The stream says nothing of orders that are over.
    refetchInterval: ({ state }) =>
      isFollowed && !forAdmins.includes(view) && state.status !== 'error' ? false : pollInterval,
    refetchIntervalInBackground: true,
  })
  const orders = list.data && uniqueEntries(list.data.pages.map((page) => page.orders))
  const trips = uniqueEntries(list.data?.pages.map((page) => page.trips ?? []) ?? [])
  return { list, orders, trips }
}

/**
 * Follows all orders of the member by one stream (O6), and fetches the lists again when it
 * says something else. onWaiting is called with the orders that wait for an answer.
 */
export function useFollow(member: StaffMemberView, isOn: boolean, onWaiting: (ids: number[]) => void) {
  const queryClient = useQueryClient()
  const heard = useRef('')
  const [isRefused, setRefused] = useState(false)
  const isLive = useEventStream<StaffStatesView>({
    url: '/staff/events',
    event: 'orders',
    isOn,
    onState: ({ orders }) => {
      const now = JSON.stringify(orders)
      if (now !== heard.current) void queryClient.invalidateQueries({ queryKey: listKey(member) })
      heard.current = now
      const waits = member.role === 'rider' ? 'offered' : 'pending'
      onWaiting(
        orders
          .filter((order) => !order.awaits_payment && waits === (order.offered ? 'offered' : order.order_status))
          .map(({ id }) => id),
      )
    },
    onRefused: () => setRefused(true),
  })
  return { isLive, isFollowed: isLive && isOn && !isRefused }
}

/** Calls onNews with the orders that wait for an answer and are new, whether the stream or a list had them first. */
export function useNews(
  member: StaffMemberView,
  orders: StaffOrderView[] | undefined,
  onNews: (ids: number[]) => void,
) {
  const known = useRef<Set<number>>(undefined)
  const waiting = orders?.filter((order) => isNews(member.role, order)).map(({ id }) => id)
  const hear = (ids: number[]) => {
    const news = known.current ? ids.filter((id) => !known.current?.has(id)) : []
    known.current = new Set([...(known.current ?? []), ...ids])
    if (news.length > 0) onNews(news)
  }
  const hearList = useEffectEvent(() => {
    if (waiting) hear(waiting)
  })
  useEffect(() => hearList(), [orders])
  return { hear, waiting: waiting?.length ?? 0 }
}

/** Answers the payment of a trip, or says that its money was sent back. The lists are fetched again also after a refusal. */
export function useTripPayment(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown> }) => run(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey(member) }),
  })
}

type Made = { step: Step; order: StaffOrderView; answer: Answer }

/** Makes a step of an order. Shows the reason if the server refuses it. If no response comes, the caller shows it. */
export function useStep(member: StaffMemberView) {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()
  return useMutation({
    meta: { quiet: true }, // it is said here, or at the order
    mutationFn: ({ step, order, answer }: Made) => step.run(order, answer),
    onSuccess: (order) => replaceOrder(queryClient, member, order),
    onError: async (error, { step, order }) => {
      await queryClient.invalidateQueries({ queryKey: listKey(member) })
      if (!isRefusal(error) || staffToken() === undefined) return
      // An earlier try may have succeeded, and only its response was lost.
      const now = findOrder(queryClient, member, order.id)
      if (step.to !== undefined && now?.order_status === step.to) return
      const reason = problems(error, t(common.offline)).map(({ message }) => message)
      toastProblem(t(text.refused, { id: order.id, reason: reason.join(' ') }))
    },
    onSettled: (_order, error) => (error ? undefined : queryClient.invalidateQueries({ queryKey: listKey(member) })),
  })
}

type Pages = InfiniteData<Page>

function replaceOrder(queryClient: QueryClient, member: StaffMemberView, order: StaffOrderView) {
  queryClient.setQueriesData<Pages>({ queryKey: listKey(member) }, (data) => {
    const replaced = (page: Page) => ({ ...page, orders: page.orders.map((o) => (o.id === order.id ? order : o)) })
    return data && { ...data, pages: data.pages.map(replaced) }
  })
}

const findOrder = (queryClient: QueryClient, member: StaffMemberView, id: number) =>
  queryClient
    .getQueriesData<Pages>({ queryKey: listKey(member) })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ orders }) => orders)
    .find((order) => order.id === id)
