import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { defineMessages, FormattedMessage } from 'react-intl'
import { Drawer } from '@/components/drawer'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { Money } from '@/components/money'
import { Pending } from '@/components/pending'
import { Skeleton } from '@/components/skeleton'
import { sumMajor } from '@/lib/money'
import { useShop } from '@/lib/shop'
import type { CartLineView } from '@/lib/api/types.gen'
import { CartLine } from './cart-line'
import { useCart } from './cart-queries'
import { FreeDelivery } from './free-delivery'
import c from './cart-drawer.module.css'

const text = defineMessages({
  title: { id: 'cart.title', defaultMessage: 'Shopping Cart' },
  empty: { id: 'cart.empty', defaultMessage: 'Your cart is empty' },
  emptyText: {
    id: 'cart.empty_text',
    defaultMessage: 'No items added in your cart. Please add product to your cart list.',
  },
  browse: { id: 'cart.browse', defaultMessage: 'Browse shops' },
  subtotal: { id: 'cart.subtotal', defaultMessage: 'Subtotal' },
  later: { id: 'cart.later', defaultMessage: 'Delivery and taxes are worked out at checkout.' },
  checkout: { id: 'cart.checkout', defaultMessage: 'Go to checkout' },
})

type Props = {
  opened: boolean
  onClose: () => void
  /** With something in the cart: on to the checkout. */
  onCheckout: () => void
  /** With nothing in it: home, where there is something to put in (CART-06). */
  onBrowse: () => void
  onOpenLine?: (line: CartLineView) => void
  /** Address of the empty cart's picture. */
  emptyArt?: string
  /** What people also add, given the lines. */
  suggestions?: (lines: CartLineView[]) => ReactNode
}

/** The cart at the page's edge (CART-03). */
export function CartDrawer({ opened, onClose, onCheckout, onBrowse, onOpenLine, emptyArt, suggestions }: Props) {
  const { digit_after_decimal_point: digits } = useShop()
  const { lines = [], isPending, error, refetch } = useCart()
  const subtotal = sumMajor(lines.map(({ total }) => total), digits)
  const hasLines = lines.length > 0
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={420}
      footer={
        hasLines && (
          <div className={c.footer}>
            <p className={c.subtotal}>
              <span>
                <FormattedMessage {...text.subtotal} />
              </span>
              <b aria-live="polite">
                <Money value={subtotal} />
              </b>
            </p>
            <p className={c.later}>
              <FormattedMessage {...text.later} />
            </p>
            <Button fullWidth size="lg" onClick={onCheckout}>
              <FormattedMessage {...text.checkout} />
            </Button>
          </div>
        )
      }
    >
      <Pending pending={isPending} skeleton={<LinesSkeleton />}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : hasLines ? (
          <>
            <FreeDelivery subtotal={subtotal} />
            <ul className={c.lines}>
              {lines.map((line) => (
                <CartLine key={line.id} line={line} onOpen={onOpenLine} />
              ))}
            </ul>
            {suggestions?.(lines)}
          </>
        ) : (
          <EmptyState
            art={emptyArt}
            title={<FormattedMessage {...text.empty} />}
            text={<FormattedMessage {...text.emptyText} />}
            action={
              <Button size="md" onClick={onBrowse}>
                <FormattedMessage {...text.browse} />
              </Button>
            }
          />
        )}
      </Pending>
    </Drawer>
  )
}

function LinesSkeleton() {
  return (
    <div className={c.skeleton} aria-hidden>
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
    </div>
  )
}
