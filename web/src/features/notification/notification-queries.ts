import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listNotificationsInfiniteOptions, readNotificationsMutation } from '@/lib/api/@tanstack/react-query.gen'
import type { NotificationView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { refetchAfter } from '@/lib/requests/refetch-after'

/** The customer's notifications page by page, the newest first. */
export const notificationsOptions = () => ({
  ...listNotificationsInfiniteOptions({ query: { limit: 20 } }),
  initialPageParam: 1,
  getNextPageParam: ({ offset, limit, total_size }: { offset: number; limit: number; total_size: number }) =>
    offset * limit < total_size ? offset + 1 : undefined,
})

export function useNotifications() {
  const list = useInfiniteQuery({ ...notificationsOptions(), staleTime: 0, refetchOnMount: 'always' })
  return { list, notifications: uniqueEntries(list.data?.pages.map((page) => page.notifications)) }
}

/** Marks notifications as read: some, or all up to one. They change at once. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const { queryKey } = notificationsOptions()
  const isMeant = ({ id }: NotificationView, { ids = [], up_to = 0 }: { ids?: number[]; up_to?: number }) =>
    id <= up_to || ids.includes(id)
  const setRead = (read: boolean, isChanged: (each: NotificationView) => boolean) =>
    queryClient.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            notifications: page.notifications.map((each) => (isChanged(each) ? { ...each, read } : each)),
          })),
        },
    )
  return useMutation({
    ...readNotificationsMutation(),
    onMutate: async ({ body }) => {
      await queryClient.cancelQueries({ queryKey })
      const all = queryClient.getQueryData(queryKey)?.pages.flatMap(({ notifications }) => notifications) ?? []
      const unread = new Set(all.filter((each) => !each.read && isMeant(each, body)).map(({ id }) => id))
      setRead(true, ({ id }) => unread.has(id))
      return unread
    },
    onError: (error, _input, unread) => {
      setRead(false, ({ id }) => unread?.has(id) ?? false)
      return refetchAfter(queryClient, queryKey, error)
    },
  })
}
