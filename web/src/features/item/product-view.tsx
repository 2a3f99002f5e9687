import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { ItemTile } from '@/components/catalog/item-tile'
import { lazyOverlay } from '@/components/loading/lazy'
import { Rail } from '@/components/layout/rail'
import type { ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { BuyNow, ItemBuy, type OnBuyNow } from './item-buy'
import { ItemFacts, ItemLists } from './item-facts'
import { ItemGallery } from './item-gallery'
import { ItemOptions } from './item-options'
import { relatedOptions } from './item-queries'
import { ItemReviews } from './item-reviews'
import { useItemChoice } from './use-item-choice'
import c from './product-view.module.css'

const ItemZoom = lazyOverlay(() => import('./item-zoom'))

const text = defineMessages({
  related: { id: 'item.related', defaultMessage: 'People also add' },
})

type Props = { item: ItemView; onBuyNow: OnBuyNow }

/** The page of an item (ITEM-01): pictures beside the facts. On phones the button stays visible. */
export function ProductView({ item, onBuyNow }: Props) {
  const choice = useItemChoice(item)
  usePageTitle(item.name, item.store_name)
  const [zoomed, setZoomed] = useState<number>()
  return (
    <>
      <div className={c.product}>
        <div className={c.pictures}>
          <ItemGallery item={item} shape="wide" onZoom={setZoomed} />
          <div className={c.heart}>
            <HeartSlot wish={{ kind: 'item', thing: item }} large />
          </div>
        </div>
        <div className={c.side}>
          <ItemFacts choice={choice} heading="h1" />
          <ItemOptions choice={choice} />
          <div className={c.buy}>
            <ItemBuy choice={choice} onBuyNow={onBuyNow} />
          </div>
          <div className={c.now}>
            <BuyNow choice={choice} onBuyNow={onBuyNow} />
          </div>
          <ItemLists item={item} />
        </div>
      </div>
      <Related item={item} />
      <ItemReviews item={item} />
      <ItemZoom opened={zoomed !== undefined} item={item} index={zoomed} onClose={() => setZoomed(undefined)} />
    </>
  )
}

function Related({ item }: { item: ItemView }) {
  const { data } = useQuery(relatedOptions(item.id, useScope()))
  if (!data || data.items.length === 0) return null
  return (
    <Rail title={<FormattedMessage {...text.related} />} of="items">
      {data.items.map((other) => (
        <li key={other.id}>
          <ItemTile item={other} />
        </li>
      ))}
    </Rail>
  )
}
