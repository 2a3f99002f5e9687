import type { CartChoice, CartLineView } from '@/lib/api/types.gen'

/** A line as the page keeps it, by its documented names (CART-09). The server's line says the rest. */
export type PageLine = {
  /** The line's id on the server. */
  cartItemId: number
  /** The item's id. */
  id: number
  quantity: number
  totalPrice: number
  selectedOption: CartChoice[]
  selectedAddons: { id: number; quantity: number }[]
  /** Of one, before discounts. */
  itemBasePrice: number
}

/** Returns a server's line as the page keeps it. */
export const pageLine = (line: CartLineView): PageLine => ({
  cartItemId: line.id,
  id: line.item.id,
  quantity: line.quantity,
  totalPrice: line.total,
  selectedOption: line.variation,
  selectedAddons: line.add_on_ids.map((id, index) => ({ id, quantity: line.add_on_qtys[index] ?? 1 })),
  itemBasePrice: line.original_price,
})
