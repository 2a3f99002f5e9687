import type { CartLineView } from '@/lib/api/types.gen'

/** Returns the stock of a line's variation or item; null: not counted. */
export function stockOf({ item, variation }: CartLineView) {
  const sold = item.variations.find(({ id }) => variation.some((chosen) => chosen.id === id))
  return sold ? sold.stock : item.stock
}

/** Returns the maximum quantity of a line (ITEM-08); 0 if it is sold out, Infinity without a limit. */
export const limitOf = (line: CartLineView) =>
  Math.min(stockOf(line) ?? Infinity, line.item.maximum_cart_quantity || Infinity)
