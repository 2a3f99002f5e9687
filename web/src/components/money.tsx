import { currencyOf, formatMoney, shortMoney } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'

/**
 * An amount in major units, written as the shop writes it (PRC-06). The <bdi>
 * keeps symbol and number together in right-to-left text. short is for cards
 * and counters alone (D5).
 */
export function Money({ value, short = false }: { value: number; short?: boolean }) {
  const currency = currencyOf(useShop())
  return <bdi className="num">{short ? shortMoney(value, currency) : formatMoney(value, currency)}</bdi>
}
