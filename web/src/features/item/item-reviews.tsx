import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { ReviewList } from '@/components/review-list'
import { SectionHead } from '@/components/section-head'
import type { ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { slugOf } from '@/lib/page/links'
import { itemReviewsOptions } from './item-queries'

const text = defineMessages({
  title: { id: 'item.reviews', defaultMessage: 'Reviews' },
})

/** The reviews of the item; empty without any (ITEM-12). */
export function ItemReviews({ item }: { item: ItemView }) {
  const scope = useScope()
  const { data } = useQuery({ ...itemReviewsOptions(slugOf(item), scope), enabled: item.rating_count > 0 })
  if (!data || data.reviews.length === 0) return null
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      <ReviewList reviews={data.reviews} />
    </section>
  )
}
