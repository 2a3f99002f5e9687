import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { StaffMemberView, StaffOrderView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { hasCode, isRefusal, isUncertain, problems } from '@/lib/requests/problems'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { listKey, type ListName, type Page } from './desk-orders'
import { staffToken } from './session'
import { isOver } from './status'
import type { Answer, Step } from './steps'

const text = defineMessages({
  refused: { id: 'desk_orders.refused', defaultMessage: 'Order {id}: {reason}' },
})

type Made = { step: Step; order: StaffOrderView; answer: Answer }

/** Makes a step of an order. Shows the reason if the server refuses it. If no response comes, the caller shows it. */
export function useStep(member: StaffMemberView) {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()
  const unanswered = useRef<string>(undefined)
  return useMutation({
    meta: { quiet: true }, // it is said here, or at the order
    mutationFn: ({ step, order, answer }: Made) => step.run(order, answer),
    onSuccess: (order) => replaceOrder(queryClient, member, order),
    onError: async (error, { step, order }) => {
      const isSecondTry = unanswered.current === step.key && hasCode(error, ['conflict'])
      unanswered.current = isUncertain(error) ? step.key : undefined
      await refetchAfter(queryClient, listKey(member), error)
      if (!isRefusal(error) || staffToken() === undefined) return
      // An earlier try may have succeeded, and only its response was lost. An order that it ended has left the lists.
      const now = findOrder(queryClient, member, order.id)
      const isEnded = isSecondTry && !now && !isOver(order)
      if (step.to !== undefined && (now?.order_status === step.to || (isEnded && isOver({ order_status: step.to }))))
        return
      const reason = problems(error, t(common.offline)).map(({ message }) => message)
      toastProblem(t(text.refused, { id: order.id, reason: reason.join(' ') }))
    },
    onSettled: (_order, error) => (error ? undefined : queryClient.invalidateQueries({ queryKey: listKey(member) })),
  })
}

type Pages = InfiniteData<Page>

/**
 * Shows an order as it is now, at once. The lists are fetched again after that, and the fetch of one alone may fail:
 * so an accepted order moves to the list of those under way here.
 */
function replaceOrder(queryClient: QueryClient, member: StaffMemberView, order: StaffOrderView) {
  const replaced = (page: Page) => ({ ...page, orders: page.orders.map((o) => (o.id === order.id ? order : o)) })
  queryClient.setQueriesData<Pages>(
    { queryKey: listKey(member) },
    (data) => data && { ...data, pages: data.pages.map(replaced) },
  )
  if (order.order_status === 'pending' || order.order_status === 'scheduled') return
  const move = (name: ListName, isIn: boolean) =>
    queryClient.setQueryData<Pages>(listKey(member, name), (data) => data && moved(data, order, isIn))
  move('new', false)
  move('waiting', false)
  move('running', !isOver(order))
}

/** Returns the pages with an order in the first of them, or in none. */
function moved(data: Pages, order: StaffOrderView, isIn: boolean): Pages {
  const isThere = data.pages.some(({ orders }) => orders.some(({ id }) => id === order.id))
  if (isThere === isIn) return data
  const pages = data.pages.map((page, index) => ({
    ...page,
    orders: isIn && index === 0 ? [order, ...page.orders] : page.orders.filter(({ id }) => id !== order.id),
    total: page.total + (isIn ? 1 : -1),
  }))
  return { ...data, pages }
}

const findOrder = (queryClient: QueryClient, member: StaffMemberView, id: number) =>
  queryClient
    .getQueriesData<Pages>({ queryKey: listKey(member), type: 'active' }) // the others are older
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ orders }) => orders)
    .find((order) => order.id === id)
