import { FormattedMessage } from 'react-intl'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { ReviewList } from '@/components/review/review-list'
import { ReviewStars } from '@/components/review/review-stars'
import { SectionHead } from '@/components/layout/section-head'
import type { ItemView, ReviewsOutputBody } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { slugOf } from '@/lib/page/links'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { itemReviewsOptions } from './item-queries'
import c from './item-reviews.module.css'

const text = defineMessages({
  title: { id: 'item.reviews', defaultMessage: 'Reviews' },
  noPlan: { id: 'store.no_review_plan', defaultMessage: 'this store is not having any review plan' },
})

/** The reviews of the item, or why there can be none; empty without any (ITEM-12). */
export function ItemReviews({ item }: { item: ItemView }) {
  const scope = useScope()
  const list = usePagedList<ReviewsOutputBody>((offset) => itemReviewsOptions(slugOf(item), offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
    enabled: item.rating_count > 0,
  })
  const reviews = uniqueEntries(list.data?.pages.map((page) => page.reviews))
  if (item.no_review_plan) {
    return (
      <section>
        <SectionHead title={<FormattedMessage {...text.title} />} />
        <p className={c.none}>
          <FormattedMessage {...text.noPlan} />
        </p>
      </section>
    )
  }
  if (reviews.length === 0 && !list.isLoadingError) return null
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      <QueryView query={list} skeleton={null}>
        {({ pages }) => (
          <div className={c.reviews}>
            <ReviewStars stars={pages.at(-1)?.stars ?? []} />
            <ReviewList reviews={reviews} />
            <More list={list} />
          </div>
        )}
      </QueryView>
    </section>
  )
}
