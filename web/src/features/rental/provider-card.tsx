import { IconMapPin } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { DiscountBadge } from '@/components/price/discount-badge'
import { DiscountCap } from '@/components/price/discount-cap'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { Picture } from '@/components/picture'
import { Rating } from '@/components/review/rating'
import type { ProviderCountView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { providerHref } from '@/lib/page/rental-links'
import card from '@/components/layout/card.module.css'
import c from './provider-card.module.css'

const text = defineMessages({
  vehicles: { id: 'provider.vehicles', defaultMessage: '{n, plural, one {# vehicle} other {# vehicles}}' },
})

/** A provider with its discount and how many models it has. The name is the link, which covers the card. */
export function ProviderCard({ provider }: { provider: ProviderCountView }) {
  return (
    <article className={card.card}>
      <div className={`${card.art} ${c.art}`}>
        <Picture
          src={provider.cover_photo_full_url}
          alt=""
          width={480}
          height={270}
          sizes="(width >= 73.8125em) 305px, 78vw"
        />
        {provider.discount && (
          <div className={c.deal}>
            <DiscountBadge discount={provider.discount.discount} type={provider.discount.discount_type} />
            <DiscountCap limit={provider.discount.max_discount} />
          </div>
        )}
      </div>
      <div className={c.head}>
        <h3 className={c.name}>
          <AppLink href={providerHref(provider)} className={card.link}>
            <bdi>{provider.name}</bdi>
          </AppLink>
        </h3>
        <Rating value={provider.avg_rating} count={provider.rating_count} />
      </div>
      <p className={c.about}>
        <IconMapPin size={18} aria-hidden />
        <span className={c.address}>
          <bdi>{provider.address}</bdi>
        </span>
        <span className={c.count}>
          <FormattedMessage {...text.vehicles} values={{ n: provider.vehicle_count }} />
        </span>
      </p>
      <div className={card.action}>
        <HeartSlot wish={{ kind: 'provider', thing: provider }} />
      </div>
    </article>
  )
}
