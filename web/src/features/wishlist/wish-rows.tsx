import { ActionIcon } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconMapPin, IconShoppingBagPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price/price'
import { Rating } from '@/components/review/rating'
import type { ItemView, StoreView } from '@/lib/api/types.gen'
import { canAddDirectly, lineWithoutChoices, useCartActions } from '@/contracts/cart-actions'
import { storeHref, useItemHref } from '@/lib/page/links'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import c from './wish-rows.module.css'

const text = defineMessages({
  add: { id: 'wishlist.add', defaultMessage: 'Add {name} to cart' },
  remove: { id: 'wishlist.remove_one', defaultMessage: 'Remove {name} from your wishlist' },
  outOfStock: { id: 'wishlist.out_of_stock', defaultMessage: 'Out of Stock' },
})

export type RowProps = {
  /** Called when the link to the page is followed. */
  onFollow: () => void
  onRemove: () => void
}

/** An item of the wishlist. Without choices it is added to the cart at once, else its page is opened (WISH-03). */
export function ItemRow({ item, onFollow, onRemove }: RowProps & { item: ItemView }) {
  const { formatMessage: t } = useIntl()
  const cartActions = useCartActions()
  const router = useRouter()
  const href = useItemHref()(item)
  const soldOut = item.stock === 0

  const add = () => {
    // Unlike a card, the row opens the item for optional choices too.
    if (canAddDirectly(item) && item.food_variations.length === 0) {
      return cartActions.add(lineWithoutChoices(item))
    }
    onFollow()
    void router.navigate({ href, resetScroll: item.module_type === 'ecommerce' })
  }
  return (
    <Row
      name={item.name}
      href={href}
      image={item.image_full_url}
      onFollow={onFollow}
      onRemove={onRemove}
      action={
        !soldOut && (
          <ActionIcon className={c.add} onClick={add} aria-label={t(text.add, { name: item.name })}>
            <IconShoppingBagPlus size={22} />
          </ActionIcon>
        )
      }
    >
      <p className={c.quiet}>
        <bdi>{item.store_name}</bdi>
      </p>
      <p className={c.line}>
        <Price now={item.sale_price} was={item.price} />
        {soldOut && (
          <Badge tone="quiet">
            <FormattedMessage {...text.outOfStock} />
          </Badge>
        )}
      </p>
    </Row>
  )
}

export function StoreRow({ store, onFollow, onRemove }: RowProps & { store: StoreView }) {
  return (
    <Row
      name={store.name}
      href={storeHref(store)}
      image={store.logo_full_url}
      round
      onFollow={onFollow}
      onRemove={onRemove}
    >
      {store.rating_count > 0 && (
        <p className={c.line}>
          <Rating value={store.avg_rating} count={store.rating_count} />
        </p>
      )}
      <p className={c.quiet}>
        <IconMapPin size={16} aria-hidden />
        <bdi>{store.address}</bdi>
      </p>
    </Row>
  )
}

type ThingProps = RowProps & {
  name: string
  href: Href
  image: string
  /** Round, for logos. */
  round?: boolean
  /** A button before the remove button. */
  action?: ReactNode
  children: ReactNode
}

/** A thing of the wishlist, with its link and the remove button. */
export function Row({ name, href, image, round, action, onFollow, onRemove, children }: ThingProps) {
  const { formatMessage: t } = useIntl()
  return (
    <li className={c.row}>
      <div className={c.art} data-round={round || undefined}>
        <Picture src={image} alt="" width={72} height={72} sizes="72px" />
      </div>
      <div className={c.words}>
        <AppLink href={href} className={c.name} onClick={onFollow}>
          <bdi>{name}</bdi>
        </AppLink>
        {children}
      </div>
      <div className={c.buttons}>
        {action}
        <ActionIcon onClick={onRemove} aria-label={t(text.remove, { name })} aria-haspopup="dialog">
          <IconTrash size={22} />
        </ActionIcon>
      </div>
    </li>
  )
}
