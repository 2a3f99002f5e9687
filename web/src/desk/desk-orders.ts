import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listAdminOrders, listOfflinePayments, listRiderOrders, listVendorOrders } from '@/lib/api/sdk.gen'
import type { StaffMemberView, StaffOrderView, StaffStatesView, StaffTripView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { useEventStream } from '@/lib/requests/use-event-stream'
import type { OrderQuery } from './order-query'
import { useRefetch } from './refetch'
import { useSession } from './session'
import { isNews } from './status'
import type { Role } from './steps'

/** A part of the orders. */
export type View = 'open' | 'scheduled' | 'refund' | 'to_check' | 'to_pay_back' | 'past'

/**
 * The lists. Orders that are open are in lists of their own, so that those under way do not
 * hide new ones. new: to be confirmed. waiting: for their payment. deliveries: a rider's.
 */
export type ListName = Exclude<View, 'open'> | 'new' | 'waiting' | 'running' | 'deliveries'

/** What needs an admin. */
const forAdmins: readonly ListName[] = ['refund', 'to_check', 'to_pay_back']

/** What the stream follows: it says nothing of orders that are over, nor of what needs an admin. */
const followed: readonly ListName[] = ['new', 'waiting', 'running', 'scheduled', 'deliveries']

/** trips: those whose payments need an admin. */
export type Page = { orders: StaffOrderView[]; trips?: StaffTripView[]; total: number }

const pageSize = 50
/** How often lists are fetched while no stream says what has changed, ms. */
const pollInterval = 20_000

export const listKey = (member: StaffMemberView, ...name: ListName[]) => ['desk', member.id, ...name]

/** Which page of a list, of how many orders, and what is looked for in it. */
type Wanted = { page: number; limit?: number; find?: OrderQuery | undefined }

async function fetchPage(role: Role, name: ListName, wanted: Wanted, signal: AbortSignal): Promise<Page> {
  const { page, limit = pageSize, find } = wanted
  const query = { limit, offset: page }
  if (name === 'deliveries') {
    const { data } = await listRiderOrders({ query, signal, throwOnError: true })
    return { orders: [...data.own, ...data.offers], total: data.total_size }
  }
  if (name === 'to_check' || name === 'to_pay_back') {
    const { data } = await listOfflinePayments({ query: { ...query, state: name }, signal, throwOnError: true })
    return { orders: data.orders, trips: data.trips, total: data.total_size }
  }
  const { data } = await (find ? findIn(name, find, query, signal) : listOf(role, name, query, signal))
  return { orders: data.orders, total: data.total_size }
}

type Query = { limit: number; offset: number }
type OrderList = Exclude<ListName, 'to_check' | 'to_pay_back' | 'deliveries'>

const listOf = (role: Role, state: OrderList, query: Query, signal: AbortSignal) =>
  role === 'vendor' && state !== 'refund'
    ? listVendorOrders({ query: { ...query, state }, signal, throwOnError: true })
    : listAdminOrders({ query: { ...query, state }, signal, throwOnError: true })

/** Only admins look for orders. A phone is in a header and looked for first, so that no URL contains it. */
async function findIn(state: OrderList, { number, phone }: OrderQuery, query: Query, signal: AbortSignal) {
  const list = (more: OrderQuery) =>
    listAdminOrders({
      query: { ...query, state, number: more.number },
      headers: { 'X-Phone': more.phone },
      signal,
      throwOnError: true,
    })
  const found = phone === undefined ? undefined : await list({ phone })
  return found && (found.data.total_size > 0 || number === undefined) ? found : list({ number })
}

/** Returns whether the member has the list. */
function hasList({ role, provider_id }: StaffMemberView, name: ListName) {
  if (provider_id !== undefined) return false
  if (role === 'rider') return name === 'deliveries'
  return name !== 'deliveries' && (role === 'admin' || !forAdmins.includes(name))
}

/** The orders of a list, or those found in it, page by page. Where no stream follows them, they are fetched now and then. */
export function useDeskOrders(member: StaffMemberView, name: ListName, isFollowed: boolean, find?: OrderQuery) {
  const isOn = useSession() !== 0 && hasList(member, name)
  const list = useInfiniteQuery({
    queryKey: find ? [...listKey(member, name), find] : listKey(member, name),
    queryFn: ({ pageParam, signal }) => fetchPage(member.role, name, { page: pageParam, find }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * pageSize < total ? page + 1 : undefined),
    enabled: isOn,
    staleTime: 0,
    // Otherwise a list whose last fetch failed would stay out of date.
    refetchInterval: ({ state }) =>
      isFollowed && followed.includes(name) && state.status !== 'error' ? false : pollInterval,
    refetchIntervalInBackground: true,
  })
  const orders = list.data && uniqueEntries(list.data.pages.map((page) => page.orders))
  const trips = uniqueEntries(list.data?.pages.map((page) => page.trips ?? []) ?? [])
  return { list, orders, trips, total: list.data?.pages.at(-1)?.total }
}

/** How many orders and trips a list has, for a tab; undefined until it is known. The list itself may not be loaded. */
export function useListTotal(member: StaffMemberView, name: ListName) {
  const { data } = useInfiniteQuery({
    queryKey: [...listKey(member, name), 'count'],
    queryFn: ({ signal }) => fetchPage(member.role, name, { page: 1, limit: 1 }, signal),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
    enabled: useSession() !== 0 && hasList(member, name),
    staleTime: 0,
    refetchInterval: pollInterval,
    refetchIntervalInBackground: true,
  })
  return data?.pages[0]?.total
}

type DeskList = ReturnType<typeof useDeskOrders>

/** What is open: its lists, and what of them waits for an answer. */
export type OpenOrders = ReturnType<typeof useOpenOrders>

export function useOpenOrders(member: StaffMemberView, isFollowed: boolean) {
  const isRider = member.role === 'rider'
  const asking = useDeskOrders(member, isRider ? 'deliveries' : 'new', isFollowed)
  const unpaid = useDeskOrders(member, 'waiting', isFollowed)
  const running = useDeskOrders(member, 'running', isFollowed)
  const all = isRider ? [asking] : [asking, unpaid, running]
  const known = all.flatMap(({ orders }) => (orders ? [orders] : []))
  return {
    query: {
      // In two lists while one of them is fetched again: the later list is right.
      data: known.length === all.length ? uniqueEntries(known) : undefined,
      error: all.find(({ list }) => list.isError)?.list.error,
      isPending: all.some(({ list }) => list.isPending),
      isError: all.some(({ list }) => list.isError),
      isRefetchError: all.some(({ list }) => list.isRefetchError),
      refetch: () => Promise.all(all.map(({ list }) => list.refetch())),
    },
    asking: asking.orders,
    /** How many wait for an answer, whether they are loaded or not; undefined until it is known. */
    waiting: asking.total,
    /** How many there are in the column of new ones. */
    newTotal: (asking.total ?? 0) + (isRider ? 0 : (unpaid.total ?? 0)),
    moreNew: moreOf(isRider ? [asking] : [asking, unpaid]),
    moreRunning: moreOf([running]),
  }
}

/** The next pages of several lists, as those of one. */
const moreOf = (lists: readonly DeskList[]) => ({
  hasNextPage: lists.some(({ list }) => list.hasNextPage),
  isFetchingNextPage: lists.some(({ list }) => list.isFetchingNextPage),
  isFetchNextPageError: lists.some(({ list }) => list.isFetchNextPageError),
  fetchNextPage: () => lists.forEach(({ list }) => list.hasNextPage && void list.fetchNextPage()),
})

/**
 * Follows all orders of the member by one stream (O6), and fetches the lists again when it
 * says something else. onWaiting is called with the orders that wait for an answer.
 */
export function useFollow(member: StaffMemberView, isOn: boolean, onWaiting: (ids: number[]) => void) {
  const heard = useRef('')
  const refetch = useRefetch({
    queryKey: listKey(member),
    predicate: ({ queryKey }) => followed.some((name) => name === queryKey[2]),
  })
  const [isRefused, setRefused] = useState(false)
  const isLive = useEventStream<StaffStatesView>({
    url: '/staff/events',
    event: 'orders',
    isOn,
    onState: ({ orders, total_size }) => {
      setRefused(false) // somebody has signed in again
      const now = JSON.stringify([total_size, orders])
      if (now !== heard.current) refetch()
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

/**
 * Calls onNews when another order waits for an answer. While the stream is followed it says
 * so first. Otherwise the list says so: there are more, or another one.
 */
export function useNews({ asking, waiting }: OpenOrders, role: Role, isFollowed: boolean, onNews: () => void) {
  const known = useRef(new Set<number>())
  const hasHeard = useRef(false)
  const before = useRef<number>(undefined)
  /** Returns whether one of them is not known yet, and keeps them. */
  const learn = (ids: readonly number[]) => {
    const isNew = ids.some((id) => !known.current.has(id))
    known.current = new Set([...known.current, ...ids])
    return isNew
  }
  const hear = (ids: readonly number[]) => {
    const isNew = learn(ids)
    if (hasHeard.current && isNew) onNews()
    hasHeard.current = true
  }
  const hearList = useEffectEvent(() => {
    if (!asking || waiting === undefined) return
    const isNew = learn(asking.filter((order) => isNews(role, order)).map(({ id }) => id))
    const last = before.current
    before.current = waiting
    // Of a longer list an order may be unknown because its page was not loaded.
    const isMore = last !== undefined && (waiting > last || (isNew && last <= pageSize))
    if (isMore && !isFollowed) onNews()
  })
  useEffect(() => hearList(), [asking, waiting])
  return hear
}

/** Answers the payment of a trip, or says that its money was sent back. The lists are fetched again also after a refusal. */
export function useTripPayment(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown> }) => run(),
    onSettled: (_trip, error) => refetchAfter(queryClient, listKey(member), error),
  })
}
