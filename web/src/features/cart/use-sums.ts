import { sumMajor } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'

/**
 * What lines cost together, in major units: the subtotal as checkout and receipt
 * have it, what discounts take off, and what remains. Only the server knows what
 * comes on top.
 */
export function useCartTotals(lines: readonly { subtotal: number; total: number }[]) {
  const { digit_after_decimal_point: digits } = useShop()
  const sum = (amounts: number[]) => sumMajor(amounts, digits)
  const subtotal = sum(lines.map((line) => line.subtotal))
  const total = sum(lines.map((line) => line.total))
  return { subtotal, total, discount: sum([subtotal, -total]) }
}
