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
  /** The picture is part of the first screen. */
  priority?: boolean
}

/** An item's card with the cart: it adds an item without options at once, and opens any other (S7). */
export function ItemTile({ item, hideStore, priority }: Props) {
  const cartActions = useCartActions()
  const router = useRouter()
  const prefetch = usePrefetchItem()
  const href = useItemHref()(item)
  const isSimple = canAddDirectly(item)
  const lines = cartActions.useLinesOf(item.id)
  // Two lines have different add-ons, so there is no stepper for their sum.
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
        line={line}
        action={<HeartSlot wish={{ kind: 'item', thing: item }} />}
        hideStore={hideStore}
        priority={priority}
      />
    </div>
  )
}
