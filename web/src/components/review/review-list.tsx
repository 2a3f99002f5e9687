import { FormattedMessage, useIntl } from 'react-intl'
import type { ReviewView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { dateOnly } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { Stars } from './stars'
import c from './review-list.module.css'

const text = defineMessages({
  rated: { id: 'review_list.rated', defaultMessage: '{value} out of 5' },
  reply: { id: 'review_list.reply', defaultMessage: 'Reply from the store' },
  nobody: { id: 'review_list.nobody', defaultMessage: 'A customer' },
  photo: { id: 'review_list.photo', defaultMessage: 'Photo {number} by {name}, opens in a new tab' },
})

type Props = {
  reviews: readonly ReviewView[]
  /** Whose reply it is; default "Reply from the store". */
  reply?: Message
}

/** Reviews with rating, text, photos and the seller's reply (ITEM-12). */
export function ReviewList({ reviews, reply = text.reply }: Props) {
  const { formatMessage: t } = useIntl()
  const write = useTimes(useShop().time_zone)
  const nameOf = (review: ReviewView) => review.customer_name || t(text.nobody)
  return (
    <ul className={c.list}>
      {reviews.map((review) => (
        <li key={review.id} className={c.review}>
          <p className={c.head}>
            <b>
              <bdi>{nameOf(review)}</bdi>
            </b>
            <span className={c.stars}>
              <Stars value={review.rating} />
              <span className="sr">
                <FormattedMessage {...text.rated} values={{ value: review.rating }} />
              </span>
            </span>
            <time dateTime={review.created_at} className={c.date}>
              {write(review.created_at, dateOnly)}
            </time>
          </p>
          {review.item_name && (
            <p className={c.item}>
              <bdi>{review.item_name}</bdi>
            </p>
          )}
          {review.comment && (
            <p>
              <bdi>{review.comment}</bdi>
            </p>
          )}
          {review.images.length > 0 && (
            <ul className={c.images}>
              {review.images.map((image, at) => (
                <li key={image.image_full_url}>
                  <a href={image.image_full_url} target="_blank" rel="noreferrer" className={c.image}>
                    <img
                      src={image.thumbnail_full_url}
                      alt={t(text.photo, { number: at + 1, name: nameOf(review) })}
                      width={96}
                      height={96}
                      loading="lazy"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {review.reply && (
            <p className={c.reply}>
              <b>
                <FormattedMessage {...reply} />
              </b>
              <bdi>{review.reply}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
