import { FormattedMessage } from 'react-intl'
import type { StoreView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import { Badge } from '@/components/badge'
import { DiscountBadge } from '@/components/price/discount-badge'
import { DiscountCap } from '@/components/price/discount-cap'
import { AppLink } from '@/components/app-link'
import { HeartSlot } from './heart-slot'
import { Money } from '@/components/price/money'
import { OpensAt } from './opens-at'
import { Picture } from '@/components/picture'
import { Rating } from '@/components/review/rating'
import card from '@/components/layout/card.module.css'
import c from './store-card.module.css'

const text = defineMessages({
  minutes: { id: 'store_card.minutes', defaultMessage: '{min}–{max} min' },
  freeDelivery: { id: 'store_card.free_delivery', defaultMessage: 'Free delivery' },
  delivery: { id: 'store_card.delivery', defaultMessage: '{amount} delivery' },
  byDistance: { id: 'store_card.by_distance', defaultMessage: 'Delivery by distance' },
  takeAway: { id: 'store_card.take_away', defaultMessage: 'Take away' },
})

type Props = {
  store: StoreView
  href: Href
  priority?: boolean
}

/** A store with its discount, delivery time and fee. The name is the link, which covers the card. */
export function StoreCard({ store, href, priority }: Props) {
  return (
    <article className={`${card.card} ${c.card}`} data-closed={!store.open || undefined}>
      <div className={`${card.art} ${c.art}`}>
        <Picture
          src={store.cover_photo_full_url}
          alt=""
          width={480}
          height={270}
          sizes="(width >= 73.8125em) 305px, 78vw"
          priority={priority}
        />
        {store.discount && (
          <div className={c.deal}>
            <DiscountBadge discount={store.discount.discount} type={store.discount.discount_type} />
            <DiscountCap limit={store.discount.max_discount} />
          </div>
        )}
        <div className={c.time}>
          <Badge tone="glass">
            {store.open ? (
              <bdi className="num">
                <FormattedMessage
                  {...text.minutes}
                  values={{ min: store.min_delivery_time, max: store.max_delivery_time }}
                />
              </bdi>
            ) : (
              <OpensAt store={store} />
            )}
          </Badge>
        </div>
      </div>
      <div className={c.head}>
        <h3 className={c.name}>
          <AppLink href={href} className={card.link}>
            <bdi>{store.name}</bdi>
          </AppLink>
        </h3>
        <Rating value={store.avg_rating} count={store.rating_count} />
      </div>
      <p className={c.about}>
        {store.tagline && (
          <span className={c.tagline}>
            <bdi>{store.tagline}</bdi>
          </span>
        )}
        <Delivery store={store} />
      </p>
      <div className={card.action}>
        <HeartSlot wish={{ kind: 'store', thing: store }} />
      </div>
    </article>
  )
}

function Delivery({ store }: { store: StoreView }) {
  if (!store.delivery) {
    return (
      <span>
        <FormattedMessage {...text.takeAway} />
      </span>
    )
  }
  if (store.free_delivery) {
    return (
      <b className={c.free}>
        <FormattedMessage {...text.freeDelivery} />
      </b>
    )
  }
  if (store.delivery_fee_from === 0) {
    return (
      <span className={c.fee}>
        <FormattedMessage {...text.byDistance} />
      </span>
    )
  }
  return (
    <span className={c.fee}>
      <FormattedMessage
        {...text.delivery}
        values={{ amount: <Money key="fee" value={store.delivery_fee_from} short /> }}
      />
    </span>
  )
}
