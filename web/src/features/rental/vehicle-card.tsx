import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Badge } from '@/components/badge'
import { DiscountBadge } from '@/components/price/discount-badge'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { Picture } from '@/components/picture'
import { Rating } from '@/components/review/rating'
import type { VehicleView } from '@/lib/api/types.gen'
import type { Href } from '@/lib/page/href'
import { defineMessages } from '@/lib/text/messages'
import { Available } from './available'
import type { PricedTrip } from './rental-queries'
import { VehicleFacts } from './vehicle-facts'
import { StartPrice, TripEstimate } from './vehicle-price'
import card from '@/components/layout/card.module.css'
import c from './vehicle-card.module.css'

const text = defineMessages({
  fresh: { id: 'vehicle.new_arrival', defaultMessage: 'New Arrival' },
  preview: { id: 'vehicle.quick_view', defaultMessage: 'Quick view of {name}' },
})

type Props = {
  vehicle: VehicleView
  /** Its page. */
  href: Href
  /** Opens the quick view; without it there is no button. */
  onPreview?: () => void
  /** row: the picture beside the facts. */
  layout?: 'card' | 'row'
  /** The trip of the search, of which the vehicle has an estimate. */
  trip?: PricedTrip
  /** Hidden on the provider's own page. */
  hideProvider?: boolean
  /** The picture is part of the first screen. */
  priority?: boolean
  /** The button that rents it. */
  action?: ReactNode
}

/** A vehicle (RNT-02). The name is the link, which covers the card. */
export function VehicleCard({
  vehicle,
  href,
  onPreview,
  layout = 'card',
  trip,
  hideProvider,
  priority,
  action,
}: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <article className={`${card.card} ${c.card}`} data-layout={layout}>
      <Art vehicle={vehicle} layout={layout} priority={priority} />
      <div className={c.words}>
        <div className={c.head}>
          <h3 className={c.name}>
            <AppLink href={href} className={card.link}>
              <bdi>{vehicle.name}</bdi>
            </AppLink>
          </h3>
          <Rating value={vehicle.avg_rating} count={vehicle.total_reviews} />
        </div>
        {!hideProvider && (
          <p className={c.provider}>
            <bdi>{vehicle.provider.name}</bdi>
          </p>
        )}
        <VehicleFacts vehicle={vehicle} />
        <p className={c.available}>
          <Available vehicle={vehicle} />
        </p>
        <div className={c.foot}>
          <div className={c.prices}>
            <StartPrice vehicle={vehicle} />
            <TripEstimate vehicle={vehicle} trip={trip} />
          </div>
          {action && <div className={c.above}>{action}</div>}
        </div>
      </div>
      {onPreview && (
        <div className={c.preview}>
          <button
            type="button"
            className={c.disc}
            aria-haspopup="dialog"
            aria-label={t(text.preview, { name: vehicle.name })}
            onClick={onPreview}
          >
            <IconEye size={20} aria-hidden />
          </button>
        </div>
      )}
      <div className={card.action}>
        <HeartSlot wish={{ kind: 'vehicle', thing: vehicle }} />
      </div>
    </article>
  )
}

/** The picture, with what is new or reduced. */
function Art({ vehicle, layout, priority }: Pick<Props, 'vehicle' | 'layout' | 'priority'>) {
  const { badge_discount, badge_discount_type } = vehicle.start_from
  return (
    <div className={`${card.art} ${c.art}`}>
      <Picture
        src={vehicle.thumbnail_full_url}
        alt=""
        width={480}
        height={360}
        sizes={layout === 'row' ? '(width >= 48em) 240px, 40vw' : '(width >= 73.8125em) 305px, 78vw'}
        priority={priority}
      />
      <div className={c.badges}>
        {vehicle.new_tag === 1 && (
          <Badge tone="fresh">
            <FormattedMessage {...text.fresh} />
          </Badge>
        )}
        <DiscountBadge discount={badge_discount} type={badge_discount_type} />
      </div>
    </div>
  )
}
