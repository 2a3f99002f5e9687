import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconDiscountCheck,
  IconLeaf,
  IconThumbUp,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedList, FormattedMessage } from 'react-intl'
import { Badge } from '@/components/badge'
import { Countdown } from '@/components/offer/countdown'
import { DiscountBadge } from '@/components/price/discount-badge'
import { DiscountCap } from '@/components/price/discount-cap'
import { AppLink } from '@/components/app-link'
import { Price } from '@/components/price/price'
import { RunText } from '@/components/offer/run-text'
import { Saved } from '@/components/price/saved'
import { Rating } from '@/components/review/rating'
import { Stars } from '@/components/review/stars'
import { UnitsBar } from '@/components/offer/units-bar'
import { VegMark } from '@/components/catalog/veg-mark'
import type { ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { hrefTo } from '@/lib/page/href'
import type { ItemChoice } from './use-item-choice'
import c from './item-facts.module.css'

const text = defineMessages({
  halal: { id: 'item.halal', defaultMessage: 'Halal' },
  recommended: { id: 'item.recommended', defaultMessage: 'Recommended' },
  organic: { id: 'item.organic', defaultMessage: 'Organic' },
  inStock: { id: 'item.in_stock', defaultMessage: 'In Stock' },
  outOfStock: { id: 'item.out_of_stock', defaultMessage: 'Out of Stock' },
  closed: { id: 'item.store_closed', defaultMessage: 'Closed now' },
  variationOut: { id: 'item.variation_out_of_stock', defaultMessage: 'This variation is out of stock' },
  generic: { id: 'item.generic_name', defaultMessage: 'Generic name' },
  nutrition: { id: 'item.nutrition', defaultMessage: 'Nutrition' },
  allergies: { id: 'item.allergies', defaultMessage: 'Allergies' },
  categories: { id: 'item.categories', defaultMessage: 'Categories' },
  tags: { id: 'item.tags', defaultMessage: 'Tags' },
  unit: { id: 'item.unit', defaultMessage: 'Sold by {unit}' },
  more: { id: 'item.read_more', defaultMessage: 'Read more' },
  less: { id: 'item.read_less', defaultMessage: 'Read less' },
  prescription: { id: 'item.prescription', defaultMessage: 'prescription is required' },
  unavailable: { id: 'item.not_available', defaultMessage: 'Not Available now' },
  available: { id: 'item.available', defaultMessage: 'Available will be {from} - {to}' },
  scheduled: { id: 'item.scheduled', defaultMessage: 'You can order it now for a later time.' },
})

type Props = {
  choice: ItemChoice
  /** h1 on the page. In a dialog the name is hidden from screen readers, because it is already the title. */
  heading: 'h1' | 'p'
  /** Hides the store on its own page (BRW-04). */
  hideStore?: boolean
}

/** The facts above the choices: badges, name, store, price, description (ITEM-01). */
export function ItemFacts({ choice, heading: Heading, hideStore }: Props) {
  const { item, price } = choice
  const shop = useShop()
  return (
    <div className={c.facts}>
      <ItemBadges item={item} />
      <div className={c.title}>
        <Heading className={c.name} aria-hidden={Heading === 'p' || undefined}>
          <bdi>{item.name}</bdi>
        </Heading>
        {shop.toggle_veg_non_veg === 1 && item.module_type === 'food' && <VegMark veg={item.veg === 1} />}
      </div>
      <div className={c.line}>
        {!hideStore && (
          <AppLink
            href={hrefTo('/store/$id', { params: { id: item.store_slug }, search: { module_id: item.module_id } })}
            className={c.store}
          >
            <bdi>{item.store_name}</bdi>
          </AppLink>
        )}
        {item.rating_count > 0 && (
          <span className={c.rating}>
            <Stars value={item.avg_rating} />
            <Rating value={item.avg_rating} count={item.rating_count} />
          </span>
        )}
      </div>
      <div className={c.line}>
        <Price now={price.now} was={price.was} size="lg" />
        <Saved from={choice.subtotal} to={choice.total} />
        {item.unit_type && (
          <span className={c.quiet}>
            <FormattedMessage {...text.unit} values={{ unit: item.unit_type }} />
          </span>
        )}
      </div>
      <OfferNote item={item} />
      <div className={c.badges}>
        <StockNote choice={choice} />
        {!item.store_open && (
          <Badge tone="deal-soft" icon={<IconClock size={16} aria-hidden />}>
            <FormattedMessage {...text.closed} />
          </Badge>
        )}
      </div>
      <TimeNote choice={choice} />
      {item.is_prescription_required === 1 && (
        <Badge tone="inverse" icon={<IconAlertCircle size={16} aria-hidden />}>
          <FormattedMessage {...text.prescription} />
        </Badge>
      )}
      {item.generic_name.length > 0 && (
        <p className={c.quiet}>
          <b>
            <FormattedMessage {...text.generic} />
          </b>{' '}
          <bdi>
            <FormattedList type="unit" style="short" value={item.generic_name} />
          </bdi>
        </p>
      )}
      <Description words={item.description} />
    </div>
  )
}

function ItemBadges({ item }: { item: ItemView }) {
  const isReduced = item.sale_price < item.price
  const isHalal = item.is_halal === 1 && item.halal_tag_status === 1
  if (!isReduced && !isHalal && item.recommended !== 1 && item.organic !== 1) return null
  return (
    <div className={c.badges}>
      {isHalal && (
        <Badge tone="soft" icon={<IconDiscountCheck size={16} aria-hidden />}>
          <FormattedMessage {...text.halal} />
        </Badge>
      )}
      {item.recommended === 1 && (
        <Badge tone="soft" icon={<IconThumbUp size={16} aria-hidden />}>
          <FormattedMessage {...text.recommended} />
        </Badge>
      )}
      {item.organic === 1 && (
        <Badge tone="soft" icon={<IconLeaf size={16} aria-hidden />}>
          <FormattedMessage {...text.organic} />
        </Badge>
      )}
      {isReduced && <DiscountBadge discount={item.badge_discount} type={item.badge_discount_type} soft />}
      {isReduced && isStores(item) && <DiscountCap limit={item.store_discount_max} />}
    </div>
  )
}

/**
 * Whether the discount comes from the store. Of two discounts of the same type the larger one
 * applies; the item's own if they are equal (D18).
 */
const isStores = ({ discount, discount_type, store_discount, store_discount_type }: ItemView) =>
  store_discount > 0 && (discount === 0 || (discount_type === store_discount_type && store_discount > discount))

/** Shows whether the item is in stock (ITEM-01, ITEM-07). Without a stock count it is. */
function StockNote({ choice: { buying } }: { choice: ItemChoice }) {
  if (buying === 'out_of_stock' || buying === 'variation_out_of_stock') {
    return (
      <Badge tone="deal-soft" icon={<IconAlertCircle size={16} aria-hidden />}>
        <FormattedMessage {...(buying === 'out_of_stock' ? text.outOfStock : text.variationOut)} />
      </Badge>
    )
  }
  return (
    <Badge tone="soft" icon={<IconCircleCheck size={16} aria-hidden />}>
      <FormattedMessage {...text.inStock} />
    </Badge>
  )
}

/** Until when this price holds, and for how many. */
function OfferNote({ item: { flash_sale: sale, campaign } }: { item: ItemView }) {
  if (campaign) {
    return (
      <p className={c.offer}>
        <b>
          <bdi>{campaign.title}</bdi>
        </b>{' '}
        <RunText of={campaign} />
      </p>
    )
  }
  if (!sale) return null
  return (
    <div className={c.offer}>
      <Countdown at={sale.ends_at} timeZone={sale.time_zone} of="end" />
      <UnitsBar units={sale.units} left={sale.units_left} />
    </div>
  )
}

/** Shows the time window if the item is not available now (ITEM-09). */
function TimeNote({ choice: { item, buying } }: { choice: ItemChoice }) {
  if (buying !== 'unavailable' && buying !== 'scheduled') return null
  return (
    <div className={c.hours}>
      <IconClock size={20} aria-hidden />
      <div>
        <b>
          <FormattedMessage {...text.unavailable} />
        </b>
        {item.available_time_starts !== '' && (
          <p>
            <FormattedMessage
              {...text.available}
              values={{
                from: <bdi key="from">{item.available_time_starts}</bdi>,
                to: <bdi key="to">{item.available_time_ends}</bdi>,
              }}
            />
          </p>
        )}
        {buying === 'scheduled' && (
          <p>
            <FormattedMessage {...text.scheduled} />
          </p>
        )}
      </div>
    </div>
  )
}

const shown = 130 // characters of a description before "Read more" (ITEM-01)

/** Returns the start of a text, cut between two words. */
function beginning(words: string) {
  const cut = words.slice(0, shown)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), shown / 2)).trimEnd()}…`
}

/** The description, its beginning first if it is long. */
export function Description({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false)
  if (words === '') return null
  const isLong = words.length > shown
  return (
    <p className={c.description}>
      <bdi>{isLong && !isWhole ? beginning(words) : words}</bdi>
      {isLong && (
        <>
          {' '}
          <button type="button" className={c.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            <FormattedMessage {...(isWhole ? text.less : text.more)} />
          </button>
        </>
      )}
    </p>
  )
}

/** The lists below the choices: nutrition, allergies, categories, tags. */
export function ItemLists({ item }: { item: ItemView }) {
  const lists = [
    { title: text.nutrition, entries: item.nutritions_name },
    { title: text.allergies, entries: item.allergies_name },
    { title: text.tags, entries: item.tags },
  ]
  return (
    <dl className={c.lists}>
      {lists.map(({ title, entries }) => (
        <Row key={title.id} title={<FormattedMessage {...title} />}>
          {entries.map((entry) => (
            <Badge key={entry} tone="quiet">
              <bdi>{entry}</bdi>
            </Badge>
          ))}
        </Row>
      ))}
      <Row title={<FormattedMessage {...text.categories} />}>
        {item.category_ids.map(({ id, name }) => (
          <AppLink
            key={id}
            href={hrefTo('/category/$id', { params: { id: String(id) }, search: { module_id: item.module_id } })}
            className={c.category}
          >
            <bdi>{name}</bdi>
          </AppLink>
        ))}
      </Row>
    </dl>
  )
}

function Row({ title, children }: { title: ReactNode; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className={c.row}>
      <dt>
        <bdi>{title}</bdi>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
