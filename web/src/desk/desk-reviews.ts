import { useEffect, useEffectEvent } from 'react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listAdminReviews,
  listAdminVehicleReviews,
  listVendorReviews,
  listVendorVehicleReviews,
  putReviewHidden,
  putVehicleReviewHidden,
  putVendorReply,
  putVendorVehicleReply,
} from '@/lib/api/sdk.gen'
import type { StaffMemberView, StaffReviewView, StaffVehicleReview } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { useSession } from './session'
import { useDraft } from './use-draft'

/**
 * unanswered: without a reply of the store or the provider. all: its own. For an admin, shown and hidden: those of all stores and
 * riders. vehicles and hidden_vehicles: those of the vehicles of all providers.
 */
export type ReviewState = 'unanswered' | 'all' | 'shown' | 'hidden' | 'vehicles' | 'hidden_vehicles'

/** A review as the desk shows it. Of a vehicle, the names are those of the vehicle and its provider. */
export type DeskReview = Omit<StaffReviewView, 'of' | 'store_id'> & {
  of: StaffReviewView['of'] | 'vehicle'
  trip_id?: number
}

/** What a role can look at. It begins with the first. */
export const reviewStates: Record<'vendor' | 'admin', readonly [ReviewState, ...ReviewState[]]> = {
  vendor: ['unanswered', 'all'],
  admin: ['shown', 'hidden', 'vehicles', 'hidden_vehicles'],
}

const pageSize = 20
/** How often new reviews are looked for, ms. The stream of the staff says nothing about them. */
const pollInterval = 30_000

const reviewsKey = (member: StaffMemberView, ...state: string[]) => ['desk-reviews', member.id, ...state]

type Reviews = { total_size: number; reviews: DeskReview[] }

const ofVehicle = ({ vehicle_name, provider_name, ...review }: StaffVehicleReview): DeskReview => ({
  ...review,
  of: 'vehicle',
  item_name: vehicle_name,
  store_name: provider_name,
})

type Part = { limit: number; offset: number; signal: AbortSignal }

async function fetchReviews(member: StaffMemberView, state: ReviewState, part: Part): Promise<Reviews> {
  const { limit, offset, signal } = part
  if (member.provider_id !== undefined && (state === 'unanswered' || state === 'all')) {
    const { data } = await listVendorVehicleReviews({ query: { state, limit, offset }, signal, throwOnError: true })
    return { ...data, reviews: data.reviews.map(ofVehicle) }
  }
  if (state === 'vehicles' || state === 'hidden_vehicles') {
    const query = { hidden: state === 'hidden_vehicles', limit, offset }
    const { data } = await listAdminVehicleReviews({ query, signal, throwOnError: true })
    return { ...data, reviews: data.reviews.map(ofVehicle) }
  }
  const list =
    state === 'unanswered' || state === 'all'
      ? listVendorReviews({ query: { state, limit, offset }, signal, throwOnError: true })
      : listAdminReviews({ query: { hidden: state === 'hidden', limit, offset }, signal, throwOnError: true })
  return (await list).data
}

/** How many reviews wait for a reply; undefined until it is known. */
export function useUnansweredReviews(member: StaffMemberView, isOn: boolean) {
  const { data } = useQuery({
    queryKey: reviewsKey(member, 'count'),
    queryFn: ({ signal }) => fetchReviews(member, 'unanswered', { limit: 1, offset: 1, signal }),
    enabled: isOn,
    refetchInterval: pollInterval,
    meta: { quiet: true },
  })
  return data?.total_size
}

/** The reviews of a state, page by page, the newest first. */
export function useReviews(member: StaffMemberView, state: ReviewState, isOn = true) {
  const isSignedIn = useSession() !== 0
  const list = useInfiniteQuery({
    queryKey: reviewsKey(member, 'list', state),
    queryFn: ({ pageParam, signal }) => fetchReviews(member, state, { limit: pageSize, offset: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: isSignedIn && isOn,
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  return { list, reviews: list.data && uniqueEntries(list.data.pages.map((page) => page.reviews)) }
}

/** A reply that is being written, and its review as it was when that began. */
type ReplyDraft = { review: DeskReview; words: string }

const noDrafts: Readonly<Record<number, ReplyDraft>> = {}

/** The replies that a member is writing, by review. */
export function useReplyDrafts(member: StaffMemberView) {
  const [drafts, change] = useDraft(member, 'replies', noDrafts)
  return {
    drafts,
    keep: (draft: ReplyDraft) => change((now) => ({ ...now, [draft.review.id]: draft })),
    drop: (id: number) => change(({ [id]: _, ...others }) => others),
  }
}

/** How far back the present state of a review is looked for. */
const maxPages = 10

/**
 * The same with the reviews that the member is replying to, also if they have left the list meanwhile: a colleague has
 * replied, or newer ones have pushed them out.
 */
export function useReviewsToReply(member: StaffMemberView, state: ReviewState) {
  const { list, reviews } = useReviews(member, state)
  const { drafts } = useReplyDrafts(member)
  const left = Object.values(drafts).filter(({ review }) => reviews?.every(({ id }) => id !== review.id))
  const { list: allList, reviews: all } = useReviews(member, 'all', left.length > 0)
  const isFurtherBack = left.some(({ review }) => all?.every(({ id }) => id !== review.id))
  const pages = allList.data?.pages.length ?? 0
  const mayFetch = allList.hasNextPage && !allList.isFetching && pages < maxPages
  const fetchNext = useEffectEvent(() => void allList.fetchNextPage())
  useEffect(() => {
    if (isFurtherBack && mayFetch) fetchNext()
  }, [isFurtherBack, mayFetch, pages])
  const kept = left.map(({ review }) => all?.find(({ id }) => id === review.id) ?? review)
  const placed = ({ created_at: at }: DeskReview) => Date.parse(at)
  return { list, reviews: reviews && [...reviews, ...kept].sort((a, b) => placed(b) - placed(a)) }
}

/** Sends the reply of the store or the provider, or edits it. */
export function useReply(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reply }: { id: number; reply: string }) => {
      const put = member.provider_id === undefined ? putVendorReply : putVendorVehicleReply
      // Next release: the reply that was seen too. During an upgrade an older instance may respond, which refuses it.
      await put({ path: { id }, body: { reply }, throwOnError: true })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: reviewsKey(member) }),
  })
}

/** Hides a review from everybody but its author and the admins, or shows it again. */
export function useHide(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, of, hidden }: Pick<DeskReview, 'id' | 'of' | 'hidden'>) => {
      const put = of === 'vehicle' ? putVehicleReviewHidden : putReviewHidden
      await put({ path: { id }, body: { hidden }, throwOnError: true })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: reviewsKey(member) }),
  })
}
