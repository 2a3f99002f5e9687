import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { EmptyState } from '@/components/loading/empty-state'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Rating } from '@/components/review/rating'
import { ReviewList } from '@/components/review/review-list'
import { ReviewStars } from '@/components/review/review-stars'
import { Skeleton } from '@/components/loading/skeleton'
import { Stars } from '@/components/review/stars'
import type { ReviewsOutputBody, StoreDetail } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { storeReviewsOptions } from './store-queries'
import c from './store-reviews.module.css'

const text = defineMessages({
  title: { id: 'store.reviews', defaultMessage: 'Reviews of {name}' },
  none: { id: 'store.no_reviews', defaultMessage: 'No reviews yet' },
  noPlan: { id: 'store.no_review_plan', defaultMessage: 'this store is not having any review plan' },
})

type Props = { store: StoreDetail; opened: boolean; onClose: () => void }

/** The dialog with the reviews of a store, the newest first (ITEM-12). */
export default function StoreReviews({ store, opened, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <Dialog opened={opened} onClose={onClose} title={t(text.title, { name: store.name })} width={640}>
      <div className={c.summary}>
        <Stars value={store.avg_rating} />
        <Rating value={store.avg_rating} count={store.rating_count} />
      </div>
      {store.reviews_enabled ? (
        <Reviews store={store} enabled={opened} />
      ) : (
        <EmptyState title={<FormattedMessage {...text.noPlan} />} />
      )}
    </Dialog>
  )
}

function Reviews({ store, enabled }: { store: StoreDetail; enabled: boolean }) {
  const scope = useScope()
  const list = usePagedList<ReviewsOutputBody>((offset) => storeReviewsOptions(String(store.id), offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
    enabled,
  })
  const reviews = uniqueEntries(list.data?.pages.map((page) => page.reviews))
  return (
    <QueryView query={list} skeleton={<Skeleton height={120} radius={14} />}>
      {() =>
        reviews.length === 0 ? (
          <EmptyState title={<FormattedMessage {...text.none} />} />
        ) : (
          <>
            <div className={c.stars}>
              <ReviewStars stars={list.data?.pages.at(-1)?.stars ?? []} />
            </div>
            <ReviewList reviews={reviews} />
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}
