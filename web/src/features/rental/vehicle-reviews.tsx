import { FormattedMessage } from 'react-intl'
import { More } from '@/components/layout/more'
import { PageSection } from '@/components/layout/page-section'
import { QueryView } from '@/components/loading/query-view'
import { ReviewList } from '@/components/review/review-list'
import { ReviewStars } from '@/components/review/review-stars'
import { Skeleton } from '@/components/loading/skeleton'
import type { ReviewsOutputBody } from '@/lib/api/types.gen'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { providerReviewsOptions, vehicleReviewsOptions } from './rental-queries'
import c from './vehicle-reviews.module.css'

const text = defineMessages({
  title: { id: 'vehicle.reviews', defaultMessage: 'Reviews' },
  none: { id: 'vehicle.no_reviews', defaultMessage: 'No reviews yet' },
  reply: { id: 'vehicle.review_reply', defaultMessage: 'Reply from the provider' },
})

/** The reviews of a vehicle, or of all vehicles of a provider, the newest first (RNT-04). */
export function VehicleReviews({ of, id }: { of: 'vehicle' | 'provider'; id: number }) {
  const scope = useScope()
  const optionsOf = of === 'vehicle' ? vehicleReviewsOptions : providerReviewsOptions
  const list = usePagedList<ReviewsOutputBody>((offset) => optionsOf(String(id), offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
  })
  const reviews = uniqueEntries(list.data?.pages.map((page) => page.reviews))
  return (
    <PageSection title={<FormattedMessage {...text.title} />}>
      <QueryView query={list} skeleton={<Skeleton height={120} radius={14} />}>
        {() =>
          reviews.length === 0 ? (
            <p className={c.none}>
              <FormattedMessage {...text.none} />
            </p>
          ) : (
            <div className={c.reviews}>
              <ReviewStars stars={list.data?.pages.at(-1)?.stars ?? []} />
              <ReviewList reviews={reviews} reply={text.reply} />
              <More list={list} />
            </div>
          )
        }
      </QueryView>
    </PageSection>
  )
}
