import { FormattedMessage } from 'react-intl'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Rating } from '@/components/review/rating'
import { ReviewList } from '@/components/review/review-list'
import { ReviewStars } from '@/components/review/review-stars'
import type { ItemView, ReviewsOutputBody } from '@/lib/api/types.gen'
import { slugOf } from '@/lib/page/links'
import { useNearViewport } from '@/lib/page/use-near'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { defineMessages, type Message } from '@/lib/text/messages'
import { DialogReviewsSkeleton } from './dialog-reviews-skeleton'
import { itemReviewsOptions } from './item-queries'
import c from './item-reviews.module.css'

const text = defineMessages({
  title: { id: 'item.reviews', defaultMessage: 'Reviews' },
  none: { id: 'item.no_reviews', defaultMessage: 'No reviews to read yet' },
  noPlan: { id: 'store.no_review_plan', defaultMessage: 'this store is not having any review plan' },
})

/** How many reviews the dialog shows at first. */
const pageSize = 5

/** The reviews at the end of an item's dialog. They are fetched when somebody scrolls there (ITEM-12). */
export default function DialogReviews({ item }: { item: ItemView }) {
  const [ref, isNear] = useNearViewport()
  return (
    <section ref={ref} className={c.inDialog} aria-labelledby="dialog-reviews">
      <div className={c.head}>
        <h3 id="dialog-reviews" className={c.title}>
          <FormattedMessage {...text.title} />
        </h3>
        <Rating value={item.avg_rating} count={item.rating_count} />
      </div>
      {item.no_review_plan ? (
        <None why={text.noPlan} />
      ) : item.rating_count === 0 ? (
        <None why={text.none} />
      ) : (
        <List item={item} isNear={isNear} />
      )}
    </section>
  )
}

function List({ item, isNear }: { item: ItemView; isNear: boolean }) {
  const scope = useScope()
  const list = usePagedList<ReviewsOutputBody>((offset) => itemReviewsOptions(slugOf(item), offset, scope, pageSize), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
    enabled: isNear,
  })
  const reviews = uniqueEntries(list.data?.pages.map((page) => page.reviews))
  return (
    <QueryView query={list} skeleton={<DialogReviewsSkeleton />}>
      {() =>
        reviews.length === 0 ? (
          <None why={text.none} />
        ) : (
          <>
            <ReviewStars stars={list.data?.pages.at(-1)?.stars ?? []} />
            <ReviewList reviews={reviews} />
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

const None = ({ why }: { why: Message }) => (
  <p className={c.none}>
    <FormattedMessage {...why} />
  </p>
)
