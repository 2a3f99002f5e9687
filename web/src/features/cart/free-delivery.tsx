import { FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/price/money'
import type { CartLineView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'
import { useCartTotals } from './use-sums'
import c from './free-delivery.module.css'

const text = defineMessages({
  away: { id: 'cart.free_delivery_away', defaultMessage: '<b>{amount}</b> away from free delivery' },
  free: { id: 'cart.free_delivery_store', defaultMessage: '{store} delivers for free' },
  reached: { id: 'cart.free_delivery_reached', defaultMessage: 'You have reduced delivery charge' },
  progress: { id: 'cart.free_delivery_progress', defaultMessage: 'Progress towards free delivery' },
})

/**
 * Shows the progress towards free delivery, 0 to 100 percent (CART-07). Shows a text if
 * the store always delivers for free, and nothing if no amount makes it free (D13).
 */
export function FreeDelivery({ lines }: { lines: readonly CartLineView[] }) {
  const { formatMessage: t } = useIntl()
  const { free_delivery_over: over, digit_after_decimal_point: digits } = useShop()
  const { total } = useCartTotals(lines)
  const store = lines[0]?.store
  if (!store?.delivery) return null
  if (store.free_delivery) {
    return (
      <p className={c.card}>
        <FormattedMessage {...text.free} values={{ store: <bdi key="store">{store.name}</bdi> }} />
      </p>
    )
  }
  if (over <= 0) return null
  // In minor units: with floats, 29 of 100 are 28.999 percent.
  const minor = (amount: number) => Math.round(amount * 10 ** digits)
  const percent = Math.min(100, Math.max(0, Math.floor((minor(total) * 100) / minor(over))))
  const reached = total >= over
  return (
    <div className={c.card}>
      <p aria-live="polite">
        {reached ? (
          <FormattedMessage {...text.reached} />
        ) : (
          <FormattedMessage
            {...text.away}
            values={{
              amount: <Money value={sumMajor([over, -total], digits)} />,
              b: (words) => <b key="amount">{words}</b>,
            }}
          />
        )}
      </p>
      <div
        className={c.bar}
        role="progressbar"
        aria-label={t(text.progress)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  )
}
