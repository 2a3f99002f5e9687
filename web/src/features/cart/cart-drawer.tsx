import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Drawer } from '@/components/overlay/drawer'
import { EmptyState } from '@/components/loading/empty-state'
import { ErrorState } from '@/components/loading/error-state'
import { Money } from '@/components/price/money'
import { Pending } from '@/components/loading/pending'
import { Stale } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { CartLineView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { isRefusal } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { storeHref } from '@/lib/page/links'
import { SuggestedItems } from './suggested-items'
import { CartLine } from './cart-line'
import { useCart } from './cart-queries'
import { FreeDelivery } from './free-delivery'
import { OtherCarts } from './other-carts'
import { OfflineCart } from './offline-cart'
import { useLastCart } from './use-last-cart'
import { useCartTotals } from './use-sums'
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
  minimum: {
    id: 'cart.minimum',
    defaultMessage: 'Orders here start at {least}: {missing} more to go. <link>Add something</link>',
  },
  later: { id: 'cart.later', defaultMessage: 'Delivery and taxes are worked out at checkout.' },
  checkout: { id: 'cart.checkout', defaultMessage: 'Go to checkout' },
})

type Props = {
  opened: boolean
  onClose: () => void
  /** Called by the button for the checkout, and in an empty cart by the button for browsing (CART-06). */
  onNext: () => void
}

/** The drawer with the cart (CART-03). */
export function CartDrawer({ opened, onClose, onNext }: Props) {
  const cart = useCart()
  const { lines, isPending, error, failureReason, refetch } = cart
  // After the first failed try, the stored cart is shown without waiting for the retries.
  const failure = error ?? failureReason
  const isOffline = lines === undefined && failure !== null && !isRefusal(failure)
  const lastCart = useLastCart(isOffline)
  const hasLines = lines !== undefined && lines.length > 0
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={420}
      footer={hasLines && <Footer lines={lines} onNext={onNext} onClose={onClose} />}
    >
      <Pending pending={isPending && !lastCart} skeleton={<LinesSkeleton />}>
        <Stale queries={[cart]} />
        {hasLines ? (
          <>
            <FreeDelivery lines={lines} />
            <ul className={c.lines}>
              {lines.map((line) => (
                <CartLine key={line.id} line={line} onFollow={onClose} />
              ))}
            </ul>
            <SuggestedItems lines={lines} onFollow={onClose} />
          </>
        ) : lastCart && lastCart.length > 0 ? (
          <OfflineCart lines={lastCart} onRetry={() => void refetch()} />
        ) : lines === undefined && error ? (
          <ErrorState error={error} onRetry={() => void refetch()} art={emptyArt(isOffline ? 'offline' : 'error')} />
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
        {lines !== undefined && <OtherCarts onFollow={onClose} />}
      </Pending>
    </Drawer>
  )
}

function Footer({ lines, onNext, onClose }: { lines: CartLineView[] } & Pick<Props, 'onNext' | 'onClose'>) {
  const { subtotal, discount, total } = useCartTotals(lines)
  return (
    <div className={c.footer}>
      <Sum name={text.subtotal} value={subtotal} isLast={discount === 0} />
      {discount !== 0 && (
        <>
          <Sum name={text.discount} value={-discount} />
          <Sum name={text.total} value={total} isLast />
        </>
      )}
      <Minimum line={lines[0]} subtotal={subtotal} onFollow={onClose} />
      <p className={c.later}>
        <FormattedMessage {...text.later} />
      </p>
      <Button fullWidth h={52} onClick={onNext}>
        <FormattedMessage {...text.checkout} />
      </Button>
    </div>
  )
}

type MinimumProps = { line: CartLineView | undefined; subtotal: number; onFollow: () => void }

/** Shows the amount that is missing to the store's minimum order, with a link to the store. */
function Minimum({ line, subtotal, onFollow }: MinimumProps) {
  const { digit_after_decimal_point: digits } = useShop()
  if (!line || subtotal >= line.store.minimum_order) return null
  const { store, item } = line
  return (
    <p className={c.minimum} role="status">
      <FormattedMessage
        {...text.minimum}
        values={{
          least: <Money key="least" value={store.minimum_order} />,
          missing: <Money key="missing" value={sumMajor([store.minimum_order, -subtotal], digits)} />,
          link: (words) => (
            <AppLink key="link" href={storeHref({ ...store, module_id: item.module_id })} onClick={onFollow}>
              {words}
            </AppLink>
          ),
        }}
      />
    </p>
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
