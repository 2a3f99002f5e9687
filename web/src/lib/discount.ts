import type { ItemView } from './api/types.gen'

type Discounted = Pick<ItemView, 'price' | 'discount' | 'discount_type' | 'store_discount'>

/** The discount that a label names: the larger in money, the item's own when they are equal (D18). */
export function shownDiscount({ price, discount, discount_type, store_discount }: Discounted) {
  const own = discount_type === 'percent' ? (price * discount) / 100 : discount
  const stores = (price * store_discount) / 100
  return own >= stores ? { discount, type: discount_type } : { discount: store_discount, type: 'percent' }
}
