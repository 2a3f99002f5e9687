import { IconShoppingBag } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './cart-button.module.css'

const text = defineMessages({
  cart: { id: 'cart_button.cart', defaultMessage: 'Cart' },
  label: {
    id: 'cart_button.label',
    defaultMessage: 'Cart, {count, plural, =0 {empty} one {# item} other {# items}}',
  },
})

/** The button that opens the cart. count is undefined until the cart is loaded. */
export function CartButton({ count, onOpen }: { count: number | undefined; onOpen: () => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <button
      type="button"
      className={c.pill}
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-label={t(text.label, { count: count ?? 0 })}
    >
      <IconShoppingBag size={20} aria-hidden />
      <span className={c.word}>
        <FormattedMessage {...text.cart} />
      </span>
      {!!count && <span className={c.count}>{count}</span>}
    </button>
  )
}
