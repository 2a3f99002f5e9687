import { sumMajor } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'

/**
 * Returns subtotal, discount and total of the lines in major units, with the subtotal
 * as on checkout and receipt. Only the server knows further charges, such as delivery.
 */
export function useCartTotals(lines: readonly { subtotal: number; total: number }[]) {
  const { digit_after_decimal_point: digits } = useShop()
  const sum = (amounts: number[]) => sumMajor(amounts, digits)
  const subtotal = sum(lines.map((line) => line.subtotal))
  const total = sum(lines.map((line) => line.total))
  return { subtotal, total, discount: sum([subtotal, -total]) }
}
