import { IconShoppingBag } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import { defineMessages } from '@/lib/text/messages'
import { countOf, useCart } from './cart-queries'
import { useCartTotals } from './use-sums'
import c from './cart-bar.module.css'

const text = defineMessages({
  view: { id: 'cart_bar.view', defaultMessage: 'View cart' },
  items: { id: 'cart_bar.items', defaultMessage: '{count, plural, one {# item} other {# items}}' },
})

/** A bar at the bottom of a store's page on phones. It shows the cart's quantity and total, and opens the cart. */
export default function CartBar({ onOpen }: { onOpen: () => void }) {
  const { lines = [] } = useCart()
  const { total } = useCartTotals(lines)
  const count = countOf(lines)
  if (!count) return null
  return (
    <div className={c.place} data-stands data-cart-bar>
      <button type="button" className={c.bar} onClick={onOpen} aria-haspopup="dialog">
        <IconShoppingBag size={22} aria-hidden />
        <FormattedMessage {...text.view} />
        <span className={c.count} aria-hidden>
          {count}
        </span>
        <span className="sr">
          {' '}
          <FormattedMessage {...text.items} values={{ count }} />{' '}
        </span>
        <span className={c.total}>
          <Money value={total} />
        </span>
      </button>
    </div>
  )
}
