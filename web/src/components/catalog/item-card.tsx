import { IconPlus } from '@tabler/icons-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { CartLineView, ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import type { Href } from '@/lib/page/href'
import { Badge } from '@/components/badge'
import { DiscountBadge } from '@/components/price/discount-badge'
import { AppLink } from '@/components/app-link'
import { LineStepper } from './line-stepper'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price/price'
import { Rating } from '@/components/review/rating'
import { VegMark } from './veg-mark'
import card from '@/components/layout/card.module.css'
import c from './item-card.module.css'

const text = defineMessages({
  add: { id: 'item_card.add', defaultMessage: 'Add {name} to cart' },
  outOfStock: { id: 'item_card.out_of_stock', defaultMessage: 'Out of Stock' },
  closed: { id: 'item_card.closed', defaultMessage: 'Closed now' },
  available: { id: 'item_card.available', defaultMessage: 'Available will be {from} - {to}' },
})

/** The fields of an item that the card shows. */
type CardItem = Pick<
  ItemView,
  | 'name'
  | 'module_type'
  | 'store_name'
  | 'store_open'
  | 'image_full_url'
  | 'price'
  | 'sale_price'
  | 'badge_discount'
  | 'badge_discount_type'
  | 'avg_rating'
  | 'rating_count'
  | 'stock'
  | 'veg'
  | 'available_now'
  | 'available_time_starts'
  | 'available_time_ends'
>

type Props = {
  item: CardItem
  /** The item's page, or this page with the item's dialog. */
  href: Href
  /** Adds one, or opens the dialog if there are options (S7). Without it there is no button. */
  onAdd?: () => void
  /** The item's line in the cart. Its quantity replaces the button. */
  line?: CartLineView
  /** A button above the link, such as a heart. */
  action?: ReactNode
  /** Hides the store, and that it is closed, on its own page. */
  hideStore?: boolean
  /** The picture is part of the first screen. */
  priority?: boolean
}

/** A card without a border. The name is the link, which covers the card. */
export function ItemCard({ item, href, onAdd, line, action, hideStore, priority }: Props) {
  const shop = useShop()
  const soldOut = item.stock === 0
  return (
    <article className={`${card.card} ${c.card}`} data-sold-out={soldOut || undefined}>
      <Art item={item} soldOut={soldOut} hideStore={hideStore} priority={priority} />
      <div className={c.words}>
        <h3 className={c.name}>
          <AppLink href={href} className={`${card.link} ${c.link}`}>
            <bdi>{item.name}</bdi>
          </AppLink>
          {shop.toggle_veg_non_veg === 1 && item.module_type === 'food' && <VegMark veg={item.veg === 1} />}
        </h3>
        {!hideStore && (
          <p className={c.store}>
            <bdi>{item.store_name}</bdi>
          </p>
        )}
        <Rating value={item.avg_rating} count={item.rating_count} />
        {!item.available_now && item.available_time_starts !== '' && (
          <p className={c.hours}>
            <FormattedMessage
              {...text.available}
              values={{
                from: <bdi key="from">{item.available_time_starts}</bdi>,
                to: <bdi key="to">{item.available_time_ends}</bdi>,
              }}
            />
          </p>
        )}
        <Price now={item.sale_price} was={item.price} short />
      </div>
      {action && <div className={card.action}>{action}</div>}
      {!soldOut && onAdd && <AddControl name={item.name} line={line} onAdd={onAdd} />}
    </article>
  )
}

type ArtProps = Pick<Props, 'item' | 'hideStore' | 'priority'> & { soldOut: boolean }

/** The picture, and on it what matters first. */
function Art({ item, soldOut, hideStore, priority }: ArtProps) {
  return (
    <div className={`${card.art} ${c.art}`}>
      <Picture
        src={item.image_full_url}
        alt=""
        width={480}
        height={360}
        sizes="(width >= 73.8125em) 240px, (width >= 48em) 33vw, 50vw"
        priority={priority}
      />
      <div className={c.badges}>
        <DiscountBadge discount={item.badge_discount} type={item.badge_discount_type} />
        {!hideStore && !item.store_open && (
          <Badge tone="glass">
            <FormattedMessage {...text.closed} />
          </Badge>
        )}
      </div>
      {soldOut && (
        <div className={c.note}>
          <Badge tone="glass">
            <FormattedMessage {...text.outOfStock} />
          </Badge>
        </div>
      )}
    </div>
  )
}

type AddProps = { name: string; line: CartLineView | undefined; onAdd: () => void }

/** The button that adds one, or the quantity in the cart. */
function AddControl({ name, line, onAdd }: AddProps) {
  const { formatMessage: t } = useIntl()
  const ofOneControl = useIgnoreDoubleClick()
  return (
    <div className={c.add} onClickCapture={ofOneControl}>
      {line ? (
        <LineStepper line={line} />
      ) : (
        <button type="button" className={c.plus} onClick={onAdd} aria-label={t(text.add, { name })}>
          <IconPlus size={22} stroke={2.4} />
        </button>
      )}
    </div>
  )
}

/**
 * Ignores the second click of a double click, if the first one has replaced the button:
 * the shopper wants one item, not two (L4).
 */
function useIgnoreDoubleClick() {
  const first = useRef<Element>(null)
  return (event: MouseEvent) => {
    const hit = (event.target as Element).closest('button')
    if (event.detail <= 1) first.current = hit
    else if (hit !== first.current) event.stopPropagation()
  }
}
