import { defineMessages, FormattedMessage, type MessageDescriptor } from 'react-intl'
import { Money } from '@/components/money'
import type { PriceRow } from '@/lib/api/types.gen'
import c from './price-rows.module.css'

const labels: Record<string, MessageDescriptor> = defineMessages({
  subtotal: { id: 'price_row.subtotal', defaultMessage: 'Subtotal' },
  discount: { id: 'price_row.discount', defaultMessage: 'Discount' },
  delivery_charge: { id: 'price_row.delivery_charge', defaultMessage: 'Delivery' },
  tax: { id: 'price_row.tax', defaultMessage: 'Tax' },
  tax_included: { id: 'price_row.tax_included', defaultMessage: 'Includes tax' },
  additional_charge: { id: 'price_row.additional_charge', defaultMessage: 'Additional charge' },
  extra_packaging: { id: 'price_row.extra_packaging', defaultMessage: 'Extra packaging' },
  tip: { id: 'price_row.tip', defaultMessage: 'Tip for the rider' },
  total: { id: 'price_row.total', defaultMessage: 'Total' },
})

const text = defineMessages({
  free: { id: 'price_row.free', defaultMessage: 'Free' },
})

/** Every amount of a quote or an order, as the server lists them: the same rows on every screen (M8). */
export function PriceRows({ rows }: { rows: readonly PriceRow[] }) {
  return (
    <dl className={c.rows}>
      {rows.map(({ code, label, amount }) => (
        <div key={code} className={c.row} data-code={code}>
          <dt>
            {labels[code] && (!label || label.startsWith('price_row.')) ? (
              <FormattedMessage {...labels[code]} />
            ) : (
              label
            )}
          </dt>
          <dd data-free={(code === 'delivery_charge' && amount === 0) || undefined}>
            {code === 'delivery_charge' && amount === 0 ? (
              <FormattedMessage {...text.free} />
            ) : (
              <Money value={amount} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
