import type { OrderView, PostReviewsInputBody } from '@/lib/api/types.gen'

/** What is rated: the store, the rider, or an item by its id. */
export type Subject = 'store' | 'rider' | number

/** What the customer has chosen about one subject. 0 stars: nothing yet. */
export type Opinion = { rating: number; comment: string; images: string[] }

export const noOpinion: Opinion = { rating: 0, comment: '', images: [] }

/** Everything that is not sent yet, by subject. It outlives the dialog. */
export type Draft = Partial<Record<Subject, Opinion>>

/** What of the order can still be rated, in the order in which it is asked. */
export function subjectsOf({ review }: OrderView): Subject[] {
  if (!review) return []
  return [...review.items, ...(review.store ? (['store'] as const) : []), ...(review.rider ? (['rider'] as const) : [])]
}

/** The request for what has stars; undefined: nothing has. */
export function bodyOf(draft: Draft, subjects: readonly Subject[]): PostReviewsInputBody | undefined {
  const body: PostReviewsInputBody = {}
  for (const subject of subjects) {
    const { rating, comment, images } = draft[subject] ?? noOpinion
    if (rating === 0) continue
    const opinion = { rating, comment: comment.trim(), images }
    if (subject === 'rider') body.rider = { rating, comment: opinion.comment }
    else if (subject === 'store') body.store = opinion
    else body.items = [...(body.items ?? []), { item_id: subject, ...opinion }]
  }
  return Object.keys(body).length > 0 ? body : undefined
}
