import { IconCar, IconShoppingBag } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './cart-button.module.css'

const text = defineMessages({
  cart: { id: 'cart_button.cart', defaultMessage: 'Cart' },
  label: {
    id: 'cart_button.label',
    defaultMessage: 'Cart, {count, plural, =0 {empty} one {# item} other {# items}}',
  },
  trip: { id: 'cart_button.trip', defaultMessage: 'Trip cart' },
  tripLabel: {
    id: 'cart_button.trip_label',
    defaultMessage: 'Trip cart, {count, plural, =0 {empty} one {# vehicle} other {# vehicles}}',
  },
})

type Props = {
  /** undefined until the cart is loaded. */
  count: number | undefined
  /** It is the trip cart of a rental module (HDR-01). */
  isTrip?: boolean
  onOpen: () => void
}

/** The button that opens the cart. */
export function CartButton({ count, isTrip, onOpen }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <button
      type="button"
      className={c.pill}
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-label={t(isTrip ? text.tripLabel : text.label, { count: count ?? 0 })}
    >
      {isTrip ? <IconCar size={20} aria-hidden /> : <IconShoppingBag size={20} aria-hidden />}
      <span className={c.word}>
        <FormattedMessage {...(isTrip ? text.trip : text.cart)} />
      </span>
      {!!count && <span className={c.count}>{count}</span>}
    </button>
  )
}
