import { useRouter } from '@tanstack/react-router'
import type { ItemView } from '@/lib/api/types.gen'
import { adoptFirstModule } from '@/lib/scope/adopt-module'
import { canAddDirectly, lineWithoutChoices, useCartActions } from '@/contracts/cart-actions'
import { useItemHref } from '@/lib/page/links'
import { usePrefetchItem } from '@/contracts/prefetch-item'
import { HeartSlot } from './heart-slot'
import { ItemCard } from './item-card'
import c from './item-tile.module.css'

type Props = {
  item: ItemView
  /** Hidden on the store's own page. */
  hideStore?: boolean
  /** One of the pictures that the first screen waits for. */
  priority?: boolean
}

/** An item's card that is joined to the cart: it adds at once what needs no choosing, and opens the rest (S7). */
export function ItemTile({ item, hideStore, priority }: Props) {
  const cartActions = useCartActions()
  const router = useRouter()
  const prefetch = usePrefetchItem()
  const href = useItemHref()(item)
  const isSimple = canAddDirectly(item)
  const lines = cartActions.useLinesOf(item.id)
  // Two lines differ in their add-ons: their sum has no one stepper.
  const line = isSimple && lines.length === 1 ? lines[0] : undefined

  const add = () => {
    if (!isSimple) return void router.navigate({ href, resetScroll: item.module_type === 'ecommerce' })
    adoptFirstModule(item)
    cartActions.add(lineWithoutChoices(item))
  }
  return (
    <div className={c.tile} onPointerEnter={() => prefetch(item)}>
      <ItemCard
        item={item}
        href={href}
        onAdd={add}
        quantity={line?.quantity}
        onQuantity={line && ((quantity) => cartActions.setQuantity(line, quantity))}
        action={<HeartSlot wish={{ kind: 'item', thing: item }} />}
        hideStore={hideStore}
        priority={priority}
      />
    </div>
  )
}
