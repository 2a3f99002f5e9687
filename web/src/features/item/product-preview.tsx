import { useQueryClient } from '@tanstack/react-query'
import { Price } from '@/components/price/price'
import { Skeleton } from '@/components/loading/skeleton'
import { Description } from './item-facts'
import { ItemGallery } from './item-gallery'
import { findListedItem, type ListedItem } from './item-queries'
import facts from './item-facts.module.css'
import c from './product-view.module.css'

/** What stands there while an item is asked for: what is known of it, and boxes. */
export function ProductSkeleton({ id }: { id: string }) {
  const seen = findListedItem(useQueryClient(), id)
  return seen ? <ProductPreview item={seen} /> : <Skeleton height={420} radius={28} />
}

/** The page of an item as far as a list told of it, each part where ProductView puts it. */
function ProductPreview({ item }: { item: ListedItem }) {
  const badges = [item.is_halal, item.recommended, item.organic, item.badge_discount].filter(Boolean)
  return (
    <div className={c.product} aria-busy>
      <div className={c.pictures}>
        <ItemGallery item={{ ...item, images_full_url: [] }} shape="wide" onZoom={() => {}} />
      </div>
      <div className={c.side}>
        <div className={facts.facts}>
          {badges.length > 0 && (
            <p className={facts.badges} aria-hidden>
              {badges.map((badge, index) => (
                // As tall as a badge. What it says is not known to the server's first view.
                <span key={index} className={c.badge}>
                  {badge}
                </span>
              ))}
            </p>
          )}
          <div className={facts.title}>
            <h1 className={facts.name}>
              <bdi>{item.name}</bdi>
            </h1>
          </div>
          <div className={facts.line}>
            <span className={facts.store}>
              <bdi>{item.store_name}</bdi>
            </span>
          </div>
          <div className={facts.line}>
            <Price now={item.sale_price} size="lg" />
          </div>
          <span className={c.badge} aria-hidden />
          <Description words={item.description} />
        </div>
        <Skeleton height={160} radius={14} />
      </div>
    </div>
  )
}
