import type { ItemFlashSaleView, ItemView } from '@/lib/api/types.gen'

/** An item whose price a flash sale reduces. */
export type Reduced = ItemView & { flash_sale: ItemFlashSaleView }

/** Returns the item without its flash sale, at its usual price. */
export function withUsualPrice({ flash_sale: sale, ...item }: Reduced): ItemView {
  return {
    ...item,
    discount: sale.usual_discount,
    discount_type: sale.usual_discount_type,
    sale_price: sale.usual_sale_price,
    badge_discount: sale.usual_badge_discount,
    badge_discount_type: sale.usual_badge_discount_type,
  }
}

const isReduced = (item: ItemView): item is Reduced => item.flash_sale !== undefined

/** Returns the item as so many units of it are priced: a flash sale has the units of the whole line, or reduces none (M10). */
export const pricedAt = (item: ItemView, quantity: number): ItemView =>
  isReduced(item) && quantity > item.flash_sale.units_left ? withUsualPrice(item) : item
