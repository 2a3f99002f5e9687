import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listVendorReviews, putVendorReply } from '@/lib/api/sdk.gen'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { useSession } from './session'

/** unanswered: without a reply of the store. */
export type ReviewState = 'unanswered' | 'all'

const pageSize = 20
/** How often new reviews are looked for, ms. The stream of the staff says nothing about them. */
const pollInterval = 30_000

const reviewsKey = (member: StaffMemberView, ...state: string[]) => ['desk-reviews', member.id, ...state]

async function fetchReviews(state: ReviewState, limit: number, offset: number, signal: AbortSignal) {
  return (await listVendorReviews({ query: { state, limit, offset }, signal, throwOnError: true })).data
}

/** How many reviews wait for a reply; undefined until it is known. */
export function useUnansweredReviews(member: StaffMemberView, isOn: boolean) {
  const { data } = useQuery({
    queryKey: reviewsKey(member, 'count'),
    queryFn: ({ signal }) => fetchReviews('unanswered', 1, 1, signal),
    enabled: isOn,
    refetchInterval: pollInterval,
    meta: { quiet: true },
  })
  return data?.total_size
}

/** The reviews of the vendor's store, page by page, the newest first. */
export function useReviews(member: StaffMemberView, state: ReviewState) {
  const list = useInfiniteQuery({
    queryKey: reviewsKey(member, 'list', state),
    queryFn: ({ pageParam, signal }) => fetchReviews(state, pageSize, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  return { list, reviews: list.data && uniqueEntries(list.data.pages.map((page) => page.reviews)) }
}

/** Sends the store's reply, or edits it. */
export function useReply(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reply }: { id: number; reply: string }) =>
      (await putVendorReply({ path: { id }, body: { reply }, throwOnError: true })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: reviewsKey(member) }),
  })
}
