import { currencyOf, formatMoney, shortMoney } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'

/**
 * An amount in major units, in the shop's format (PRC-06). The <bdi> keeps symbol and
 * number together in right-to-left text. short is only for cards and counters (D5).
 */
export function Money({ value, short = false }: { value: number; short?: boolean }) {
  const currency = currencyOf(useShop())
  return <bdi className="num">{short ? shortMoney(value, currency) : formatMoney(value, currency)}</bdi>
}
