import { FormattedList, FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import { Percent } from '@/components/price/percent'
import type { CouponView } from '@/lib/api/types.gen'
import { dateOnly } from '@/lib/text/time-formats'
import { defineMessages } from '@/lib/text/messages'
import { useTimes } from '@/lib/text/times'

const text = defineMessages({
  freeDelivery: { id: 'coupon.free_delivery', defaultMessage: 'Free delivery' },
  percent: { id: 'coupon.percent', defaultMessage: '{percent} off' },
  percentUpTo: { id: 'coupon.percent_up_to', defaultMessage: '{percent} off, up to {most}' },
  amount: { id: 'coupon.amount', defaultMessage: '{amount} off' },
  minimum: { id: 'coupon.minimum', defaultMessage: 'On orders of {amount} or more' },
  firstOrder: { id: 'coupon.first_order', defaultMessage: 'Your first order only' },
  limit: { id: 'coupon.limit', defaultMessage: '{count, plural, one {Once for you} other {# times for you}}' },
  stores: { id: 'coupon.stores', defaultMessage: 'Only at {stores}' },
  until: { id: 'coupon.until', defaultMessage: 'Until {date}' },
})

/** The discount of a coupon. */
export function Worth({ coupon }: { coupon: CouponView }) {
  const { coupon_type, discount, discount_type, max_discount } = coupon
  if (coupon_type === 'free_delivery') return <FormattedMessage {...text.freeDelivery} />
  if (discount_type === 'amount')
    return <FormattedMessage {...text.amount} values={{ amount: <Money key="amount" value={discount} /> }} />
  const percent = <Percent key="percent" value={discount} />
  return max_discount > 0 ? (
    <FormattedMessage {...text.percentUpTo} values={{ percent, most: <Money key="most" value={max_discount} /> }} />
  ) : (
    <FormattedMessage {...text.percent} values={{ percent }} />
  )
}

/** The conditions of a coupon: minimum purchase, first order or uses, stores, and last day. */
export function Conditions({ coupon, timeZone }: { coupon: CouponView; timeZone: string }) {
  const { min_purchase, first_order, limit, stores, ends_at } = coupon
  const write = useTimes(timeZone)
  return (
    <>
      {min_purchase > 0 && (
        <li>
          <FormattedMessage {...text.minimum} values={{ amount: <Money key="amount" value={min_purchase} /> }} />
        </li>
      )}
      {first_order ? (
        <li>
          <FormattedMessage {...text.firstOrder} />
        </li>
      ) : (
        limit > 0 && (
          <li>
            <FormattedMessage {...text.limit} values={{ count: limit }} />
          </li>
        )
      )}
      {stores.length > 0 && (
        <li>
          <FormattedMessage
            {...text.stores}
            values={{
              stores: (
                <FormattedList
                  key="stores"
                  type="conjunction"
                  value={stores.map(({ id, name }) => (
                    <bdi key={id}>{name}</bdi>
                  ))}
                />
              ),
            }}
          />
        </li>
      )}
      {ends_at && (
        <li>
          {/* A coupon ends at the start of the next day. */}
          <FormattedMessage {...text.until} values={{ date: write(Date.parse(ends_at) - 1, dateOnly) }} />
        </li>
      )}
    </>
  )
}
