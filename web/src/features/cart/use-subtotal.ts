import { sumMajor } from '@/lib/money'
import { useShop } from '@/lib/shop'

/** What lines cost together, in major units; only the server knows what comes on top. */
export function useSubtotal(lines: readonly { total: number }[]) {
  const { digit_after_decimal_point: digits } = useShop()
  return sumMajor(
    lines.map(({ total }) => total),
    digits,
  )
}
