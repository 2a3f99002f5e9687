import { IconBike, IconChevronRight, IconClock, IconInfoCircle, IconMapPin, IconReceipt } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { ChatLink } from '@/components/conversation/chat-link'
import { DiscountBadge } from '@/components/price/discount-badge'
import { DiscountCap } from '@/components/price/discount-cap'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { Money } from '@/components/price/money'
import { OpensAt } from '@/components/catalog/opens-at'
import { Picture } from '@/components/picture'
import { Rating } from '@/components/review/rating'
import { Skeleton } from '@/components/loading/skeleton'
import type { StoreDetail } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useTimes } from '@/lib/text/times'
import { useDelivers, useDelivery } from './delivery'
import type { ListedStore } from './store-queries'
import c from './store-head.module.css'

const text = defineMessages({
  open: { id: 'store.open', defaultMessage: 'Open' },
  openUntil: { id: 'store.open_until', defaultMessage: 'Open until {time}' },
  minutes: { id: 'store.minutes', defaultMessage: '{min}–{max} min' },
  time: { id: 'store.time', defaultMessage: 'Delivery time' },
  fee: { id: 'store.fee', defaultMessage: 'Delivery' },
  feeFrom: { id: 'store.fee_from', defaultMessage: 'from {amount}' },
  free: { id: 'store.free', defaultMessage: 'Free delivery' },
  byDistance: { id: 'store.by_distance', defaultMessage: 'by distance' },
  arrives: { id: 'store.arrives', defaultMessage: 'Arrives' },
  between: { id: 'store.arrives_between', defaultMessage: '{from}–{to}' },
  notThere: { id: 'store.not_to_address', defaultMessage: 'Not to your address' },
  metres: { id: 'store.metres', defaultMessage: '{number} m' },
  kilometres: { id: 'store.kilometres', defaultMessage: '{number} km' },
  takeAway: { id: 'store.take_away_only', defaultMessage: 'Take away only' },
  minimum: { id: 'store.minimum', defaultMessage: 'Minimum order' },
  noMinimum: { id: 'store.no_minimum', defaultMessage: 'None' },
  info: { id: 'store.info', defaultMessage: 'Hours and address' },
  reviews: { id: 'store.see_reviews', defaultMessage: 'See reviews' },
  over: { id: 'store.discount_over', defaultMessage: 'on orders over {amount}' },
})

type Props = { store: StoreDetail; onInfo: () => void; onReviews: () => void }

/** The main facts of a store (BRW-04). */
export function StoreHead({ store, onInfo, onReviews }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <Head
      store={store}
      closed={!store.open}
      heart={<HeartSlot wish={{ kind: 'store', thing: store }} large />}
      reviews={
        <button type="button" className={c.reviews} onClick={onReviews} aria-haspopup="dialog">
          <Rating value={store.avg_rating} count={store.rating_count} />
          <span className={store.rating_count > 0 ? 'sr' : undefined}>
            <FormattedMessage {...text.reviews} />
          </span>
          <IconChevronRight size={16} className="mirrored" aria-hidden />
        </button>
      }
      badges={
        <>
          <OpenBadge store={store} />
          {store.discount && (
            <>
              <DiscountBadge discount={store.discount.discount} type={store.discount.discount_type} />
              <DiscountCap limit={store.discount.max_discount} />
              {store.discount.min_purchase > 0 && (
                <Badge tone="deal-soft">
                  <FormattedMessage
                    {...text.over}
                    values={{ amount: <Money key="over" value={store.discount.min_purchase} /> }}
                  />
                </Badge>
              )}
            </>
          )}
          <button type="button" className={c.info} onClick={onInfo} aria-haspopup="dialog">
            <IconInfoCircle size={18} aria-hidden />
            <FormattedMessage {...text.info} />
          </button>
          <ChatLink to="store" store={store.id} />
        </>
      }
      facts={
        <>
          <DeliveryFacts store={store} />
          <Fact icon={<IconReceipt size={20} />} name={t(text.minimum)}>
            {store.minimum_order > 0 ? <Money value={store.minimum_order} /> : <FormattedMessage {...text.noMinimum} />}
          </Fact>
        </>
      }
    />
  )
}

/** The facts of a store from a list, shown while the store is loaded. */
export function StorePreview({ store }: { store: ListedStore }) {
  const { formatMessage: t } = useIntl()
  const pending = <Skeleton width="64px" height={21} />
  return (
    <Head
      store={store}
      badges={<Skeleton width="180px" height={28} radius={999} />}
      facts={
        <>
          <Fact icon={<IconClock size={20} />} name={t(text.time)}>
            {pending}
          </Fact>
          <Fact icon={<IconBike size={20} className="mirrored" />} name={t(text.fee)}>
            {pending}
          </Fact>
          <Fact icon={<IconReceipt size={20} />} name={t(text.minimum)}>
            {pending}
          </Fact>
        </>
      }
    />
  )
}

type HeadProps = {
  store: ListedStore
  closed?: boolean
  heart?: ReactNode
  reviews?: ReactNode
  badges: ReactNode
  facts: ReactNode
}

function Head({ store, closed, heart, reviews, badges, facts }: HeadProps) {
  return (
    <header className={c.head} data-closed={closed || undefined}>
      <div className={c.cover}>
        {(['left', 'right'] as const).map((edge) => (
          <div key={edge} className={c.ground} data-edge={edge} aria-hidden>
            <Picture src={store.cover_photo_full_url} alt="" width={240} height={135} sizes="60px" />
          </div>
        ))}
        <div className={c.photo}>
          <Picture
            src={store.cover_photo_full_url}
            alt=""
            width={960}
            height={540}
            sizes="(width >= 48em) 640px, 100vw"
            priority
          />
        </div>
        <div className={c.heart}>{heart}</div>
      </div>
      <div className={c.about}>
        <div className={c.logo}>
          <Picture src={store.logo_full_url} alt="" width={96} height={96} sizes="96px" priority />
        </div>
        <div className={c.words}>
          <h1 className={c.name}>
            <bdi>{store.name}</bdi>
          </h1>
          <p className={c.line}>
            {store.tagline && (
              <span>
                <bdi>{store.tagline}</bdi>
              </span>
            )}
            {reviews}
          </p>
          <p className={c.line}>
            <IconMapPin size={18} aria-hidden />
            <bdi>{store.address}</bdi>
          </p>
          <div className={c.badges}>{badges}</div>
        </div>
        <dl className={c.facts}>{facts}</dl>
      </div>
    </header>
  )
}

function OpenBadge({ store }: { store: StoreDetail }) {
  const write = useTimes(store.time_zone)
  if (!store.open) {
    return (
      <Badge tone="inverse">
        <OpensAt store={store} />
      </Badge>
    )
  }
  if (!store.closes_at) {
    return (
      <Badge tone="soft">
        <FormattedMessage {...text.open} />
      </Badge>
    )
  }
  const time = write(store.closes_at)
  return (
    <Badge tone="soft">
      <FormattedMessage {...text.openUntil} values={{ time: <bdi key="time">{time}</bdi> }} />
    </Badge>
  )
}

/** Arrival time and fee of a delivery to the shopper's place if known, else the store's general ones. */
function DeliveryFacts({ store }: { store: StoreDetail }) {
  const { formatMessage: t } = useIntl()
  const delivery = useDelivery(store)
  const delivers = useDelivers(store) && store.delivery
  const arrival = delivery?.arrival
  return (
    <>
      {delivers && (
        <Fact icon={<IconClock size={20} />} name={t(arrival ? text.arrives : text.time)}>
          {arrival ? <Arrival {...arrival} zone={store.time_zone} /> : <Minutes store={store} />}
        </Fact>
      )}
      <Fact
        icon={<IconBike size={20} className="mirrored" />}
        name={t(text.fee)}
        beside={delivery && <Distance metres={Math.round(delivery.km * 1000)} />}
      >
        {delivers ? <Fee store={store} fee={delivery?.fee} /> : <NoDelivery store={store} />}
      </Fact>
    </>
  )
}

function Minutes({ store: { min_delivery_time: min, max_delivery_time: max } }: { store: StoreDetail }) {
  return (
    <bdi className="num">
      <FormattedMessage {...text.minutes} values={{ min, max }} />
    </bdi>
  )
}

function Arrival({ from, to, zone }: { from: string; to: string; zone: string }) {
  const write = useTimes(zone)
  return (
    <span className={c.between}>
      <FormattedMessage
        {...text.between}
        values={{ from: <bdi key="from">{write(from)}</bdi>, to: <bdi key="to">{write(to)}</bdi> }}
      />
    </span>
  )
}

/** Shows a distance such as 350 m or 1.4 km. */
function Distance({ metres }: { metres: number }) {
  const { formatNumber } = useIntl()
  const isNear = metres < 1000
  const number = isNear ? Math.ceil(metres / 10) * 10 : metres / 1000
  return (
    <bdi className="num">
      <FormattedMessage
        {...(isNear ? text.metres : text.kilometres)}
        values={{ number: formatNumber(number, { maximumFractionDigits: 1 }) }}
      />
    </bdi>
  )
}

/** The fee of a delivery, or the lowest fee if the shopper's place is unknown. */
function Fee({ store, fee }: { store: StoreDetail; fee: number | undefined }) {
  if (store.free_delivery || fee === 0) {
    return (
      <span className={c.free}>
        <FormattedMessage {...text.free} />
      </span>
    )
  }
  if (fee !== undefined) return <Money value={fee} />
  if (store.delivery_fee_from === 0) return <FormattedMessage {...text.byDistance} />
  return <FormattedMessage {...text.feeFrom} values={{ amount: <Money key="fee" value={store.delivery_fee_from} /> }} />
}

function NoDelivery({ store }: { store: StoreDetail }) {
  return <FormattedMessage {...(store.take_away ? text.takeAway : text.notThere)} />
}

type FactProps = { icon: ReactNode; name: string; beside?: ReactNode; children: ReactNode }

function Fact({ icon, name, beside, children }: FactProps) {
  return (
    <div className={c.fact}>
      <span className={c.icon} aria-hidden>
        {icon}
      </span>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
      {beside && <dd className={c.beside}>{beside}</dd>}
    </div>
  )
}
