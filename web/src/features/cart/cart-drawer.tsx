import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Drawer } from '@/components/drawer'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { Money } from '@/components/money'
import { Pending } from '@/components/pending'
import { Skeleton } from '@/components/skeleton'
import type { CartLineView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/art'
import { defineMessages } from '@/lib/messages'
import { isRefusal } from '@/lib/problems'
import { AlsoAdd } from './also-add'
import { CartLine } from './cart-line'
import { useCart } from './cart-queries'
import { FreeDelivery } from './free-delivery'
import { SeenCart } from './seen-cart'
import { useLastCart } from './use-last-cart'
import { useSums } from './use-sums'
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
  discount: { id: 'cart.discount', defaultMessage: 'Discount' },
  total: { id: 'cart.total', defaultMessage: 'Before delivery' },
  later: { id: 'cart.later', defaultMessage: 'Delivery and taxes are worked out at checkout.' },
  checkout: { id: 'cart.checkout', defaultMessage: 'Go to checkout' },
})

type Props = {
  opened: boolean
  onClose: () => void
  /** The checkout's button; with nothing in the cart, the one that leads to something to put in (CART-06). */
  onNext: () => void
}

/** The cart at the page's edge (CART-03). */
export function CartDrawer({ opened, onClose, onNext }: Props) {
  const { lines, isPending, error, failureReason, refetch } = useCart()
  // From the first try on: nobody should wait for the second to see what is known.
  const failure = error ?? failureReason
  const isCutOff = lines === undefined && failure !== null && !isRefusal(failure)
  const seen = useLastCart(isCutOff)
  const hasLines = lines !== undefined && lines.length > 0
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={420}
      footer={hasLines && <Footer lines={lines} onNext={onNext} />}
    >
      <Pending pending={isPending && !seen} skeleton={<LinesSkeleton />}>
        {hasLines ? (
          <>
            <FreeDelivery lines={lines} />
            <ul className={c.lines}>
              {lines.map((line) => (
                <CartLine key={line.id} line={line} onFollow={onClose} />
              ))}
            </ul>
            <AlsoAdd lines={lines} onFollow={onClose} />
          </>
        ) : seen && seen.length > 0 ? (
          <SeenCart lines={seen} onRetry={() => void refetch()} />
        ) : lines === undefined && error ? (
          <ErrorState error={error} onRetry={() => void refetch()} art={emptyArt(isCutOff ? 'offline' : 'error')} />
        ) : (
          <EmptyState
            art={emptyArt('cart')}
            title={<FormattedMessage {...text.empty} />}
            text={<FormattedMessage {...text.emptyText} />}
            action={
              <Button size="md" onClick={onNext}>
                <FormattedMessage {...text.browse} />
              </Button>
            }
          />
        )}
      </Pending>
    </Drawer>
  )
}

function Footer({ lines, onNext }: { lines: CartLineView[]; onNext: () => void }) {
  const { subtotal, discount, total } = useSums(lines)
  return (
    <div className={c.footer}>
      <Sum name={text.subtotal} value={subtotal} isLast={discount === 0} />
      {discount !== 0 && (
        <>
          <Sum name={text.discount} value={-discount} />
          <Sum name={text.total} value={total} isLast />
        </>
      )}
      <p className={c.later}>
        <FormattedMessage {...text.later} />
      </p>
      <Button fullWidth h={52} onClick={onNext}>
        <FormattedMessage {...text.checkout} />
      </Button>
    </div>
  )
}

type SumProps = { name: (typeof text)['subtotal']; value: number; isLast?: boolean }

function Sum({ name, value, isLast }: SumProps) {
  return (
    <p className={c.sum} data-last={isLast || undefined}>
      <span>
        <FormattedMessage {...name} />
      </span>
      <b aria-live={isLast ? 'polite' : undefined}>
        <Money value={value} />
      </b>
    </p>
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
