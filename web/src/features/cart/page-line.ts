import type { CartChoice, CartLineView } from '@/lib/api/types.gen'

/** A line as the browser stores it, with the documented names (CART-09). */
export type PageLine = {
  /** The line's id on the server. */
  cartItemId: number
  /** The item's id. */
  id: number
  quantity: number
  totalPrice: number
  selectedOption: CartChoice[]
  selectedAddons: { id: number; quantity: number }[]
  /** The price of one unit before discounts. */
  itemBasePrice: number
}

/** Converts a line of the server. */
export const pageLine = (line: CartLineView): PageLine => ({
  cartItemId: line.id,
  id: line.item.id,
  quantity: line.quantity,
  totalPrice: line.total,
  selectedOption: line.variation,
  selectedAddons: line.add_on_ids.map((id, index) => ({ id, quantity: line.add_on_qtys[index] ?? 1 })),
  itemBasePrice: line.original_price,
})
