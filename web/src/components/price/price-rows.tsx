import { FormattedMessage } from 'react-intl'
import type { PriceRow } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { Money } from './money'
import c from './price-rows.module.css'

const labels = defineMessages({
  subtotal: { id: 'price_row.subtotal', defaultMessage: 'Subtotal' },
  discount: { id: 'price_row.discount', defaultMessage: 'Discount' },
  coupon_discount: { id: 'price_row.coupon_discount', defaultMessage: 'Coupon' },
  delivery_charge: { id: 'price_row.delivery_charge', defaultMessage: 'Delivery' },
  delivery_surge: { id: 'price_row.delivery_surge', defaultMessage: 'Area surcharge' },
  parcel_base: { id: 'price_row.parcel_base', defaultMessage: 'Base charge' },
  parcel_distance: { id: 'price_row.parcel_distance', defaultMessage: 'Distance' },
  parcel_minimum: { id: 'price_row.parcel_minimum', defaultMessage: 'Up to the minimum charge' },
  parcel_further: { id: 'price_row.parcel_further', defaultMessage: 'Further packages' },
  parcel_surge: { id: 'price_row.parcel_surge', defaultMessage: 'Area surcharge' },
  tax: { id: 'price_row.tax', defaultMessage: 'Tax' },
  tax_included: { id: 'price_row.tax_included', defaultMessage: 'Includes tax' },
  additional_charge: { id: 'price_row.additional_charge', defaultMessage: 'Additional charge' },
  extra_packaging: { id: 'price_row.extra_packaging', defaultMessage: 'Extra packaging' },
  tip: { id: 'price_row.tip', defaultMessage: 'Tip for the rider' },
  deposit: { id: 'price_row.deposit', defaultMessage: 'Deposit' },
  total: { id: 'price_row.total', defaultMessage: 'Total' },
  wallet: { id: 'price_row.wallet', defaultMessage: 'From your wallet' },
  to_pay: { id: 'price_row.to_pay', defaultMessage: 'To pay' },
  extension: { id: 'price_row.extension', defaultMessage: 'Extension' },
  extension_tax: { id: 'price_row.extension_tax', defaultMessage: 'Tax in the extension' },
  late_return: { id: 'price_row.late_return', defaultMessage: 'Late return' },
  late_tax: { id: 'price_row.late_tax', defaultMessage: 'Tax in the late return' },
  deposit_used: { id: 'price_row.deposit_used', defaultMessage: 'Paid from the deposit' },
  deposit_back: { id: 'price_row.deposit_back', defaultMessage: 'Deposit given back' },
  at_return: { id: 'price_row.at_return', defaultMessage: 'To pay at the return' },
  refunded: { id: 'price_row.refunded', defaultMessage: 'Refunded' },
  paid: { id: 'price_row.paid', defaultMessage: 'Paid in the end' },
})

const text = defineMessages({
  free: { id: 'price_row.free', defaultMessage: 'Free' },
  before: { id: 'price_row.before', defaultMessage: 'before' },
})

const isNamed = (code: string): code is keyof typeof labels => Object.hasOwn(labels, code)

type Props = {
  rows: readonly PriceRow[]
  /** The rows that were shown before. A changed amount has the old one struck through beside it. */
  before?: readonly PriceRow[]
}

const isForInformation = ({ code }: PriceRow) => code === 'tax_included'

/**
 * All price rows of a quote or an order from the server, the same on every screen and in the server's order
 * (M8). Only a tax that is inside the others comes last: it is no part of the sum above it.
 */
export function PriceRows({ rows, before = [] }: Props) {
  const shown = [...rows.filter((row) => !isForInformation(row)), ...rows.filter(isForInformation)]
  return (
    <dl className={c.rows}>
      {shown.map(({ code, label, amount }) => {
        const old = before.find((row) => row.code === code)
        return (
          <div key={code} className={c.row} data-code={code}>
            <dt>
              {/* The town's own name of a row is shown as it is. Other labels are keys of messages. */}
              {isNamed(code) && label.startsWith('price_row.') ? <FormattedMessage {...labels[code]} /> : label}
            </dt>
            <dd>
              {old && old.amount !== amount && (
                <s>
                  <span className="sr">
                    <FormattedMessage {...text.before} />{' '}
                  </span>
                  <Money value={old.amount} />
                </s>
              )}
              <Amount code={code} amount={amount} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Amount({ code, amount }: { code: string; amount: number }) {
  if (code !== 'delivery_charge' || amount !== 0) return <Money value={amount} />
  return (
    <b className={c.free}>
      <FormattedMessage {...text.free} />
    </b>
  )
}
