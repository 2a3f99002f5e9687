import type { ItemView } from './api/types.gen'

type Discounted = Pick<ItemView, 'price' | 'discount' | 'discount_type' | 'store_discount' | 'store_discount_type'>

const inMoney = (price: number, discount: number, type: string) =>
  type === 'percent' ? (price * discount) / 100 : discount

/** The discount that a label names: the larger in money for one, the item's own when they are equal (D18). */
export function shownDiscount(item: Discounted) {
  const { price, discount, discount_type, store_discount, store_discount_type } = item
  const own = inMoney(price, discount, discount_type)
  const stores = inMoney(price, store_discount, store_discount_type)
  return own >= stores ? { discount, type: discount_type } : { discount: store_discount, type: store_discount_type }
}
