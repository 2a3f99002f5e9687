import { opinionsOf, type Draft } from '@/components/review/review-draft'
import type { OrderView, PostReviewsInputBody } from '@/lib/api/types.gen'

/** What is rated: the store, the rider, or an item by its id. */
export type Subject = 'store' | 'rider' | number

/** What of the order can still be rated, in the order in which it is asked. */
export function subjectsOf({ review }: OrderView): Subject[] {
  if (!review) return []
  return [...review.items, ...(review.store ? (['store'] as const) : []), ...(review.rider ? (['rider'] as const) : [])]
}

/** The request for what has stars. */
export function bodyOf(draft: Draft, subjects: readonly Subject[]): PostReviewsInputBody {
  const body: PostReviewsInputBody = {}
  for (const [subject, opinion] of opinionsOf(draft, subjects)) {
    if (subject === 'rider') body.rider = { rating: opinion.rating, comment: opinion.comment }
    else if (subject === 'store') body.store = opinion
    else body.items = [...(body.items ?? []), { item_id: subject, ...opinion }]
  }
  return body
}
