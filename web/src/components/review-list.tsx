import { FormattedMessage } from 'react-intl'
import type { ReviewView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { date } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { Stars } from './stars'
import c from './review-list.module.css'

const text = defineMessages({
  rated: { id: 'review_list.rated', defaultMessage: '{value} out of 5' },
  reply: { id: 'review_list.reply', defaultMessage: 'Reply from the shop' },
})

/** Reviews with rating, text and the shop's reply (ITEM-12). */
export function ReviewList({ reviews }: { reviews: readonly ReviewView[] }) {
  const write = useTimes(useShop().time_zone)
  return (
    <ul className={c.list}>
      {reviews.map((review) => (
        <li key={review.id} className={c.review}>
          <p className={c.head}>
            <b>
              <bdi>{review.customer_name}</bdi>
            </b>
            <span className={c.stars}>
              <Stars value={review.rating} />
              <span className="sr">
                <FormattedMessage {...text.rated} values={{ value: review.rating }} />
              </span>
            </span>
            <time dateTime={review.created_at} className={c.date}>
              {write(review.created_at, date)}
            </time>
          </p>
          {review.item_name && (
            <p className={c.item}>
              <bdi>{review.item_name}</bdi>
            </p>
          )}
          <p>
            <bdi>{review.comment}</bdi>
          </p>
          {review.reply && (
            <p className={c.reply}>
              <b>
                <FormattedMessage {...text.reply} />
              </b>
              <bdi>{review.reply}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
