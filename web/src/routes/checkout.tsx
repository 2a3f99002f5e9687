import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { lazyOverlay, lazyPart } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import { cartOptions, useCart } from '@/features/cart/cart-queries'
import { OtherCarts } from '@/features/cart/other-carts'
import { Checkout } from '@/features/checkout/checkout'
import type { Source } from '@/features/checkout/use-checkout'
import { rememberOrder } from '@/features/order/order-tokens'
import { removeBuyNow, readBuyNow } from '@/contracts/buy-now'
import { useCustomer } from '@/lib/account/customer'
import { useHydrated } from '@/lib/page/use-hydrated'
import type { MapDialog } from '@/contracts/map-dialog'
import { failureOf } from '@/lib/requests/failure-of'
import { storeResponse } from '@/lib/requests/store-response'
import { defineMessages } from '@/lib/text/messages'
import { scopeOfModule, useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { showPlaced } from './-show-placed'

const AddressSection = lazyPart(
  () => import('@/features/address/address-section').then(({ AddressSection }) => ({ default: AddressSection })),
  { pending: () => <Skeleton height={220} radius={14} /> },
)
const CouponField = lazyPart(
  () => import('@/features/coupon/coupon-field').then(({ CouponField }) => ({ default: CouponField })),
  { pending: () => <Skeleton height={74} radius={14} /> },
)
const PlaceMapDialog = lazyOverlay(() => import('@/features/place/place-map-dialog'))

const text = defineMessages({
  placed: { id: 'checkout.placed', defaultMessage: 'Order {id} is placed.' },
  show: { id: 'checkout.show', defaultMessage: 'See order' },
})

type Search = { page: 'cart' | 'campaign' | 'buy_now' }

export const Route = createFileRoute('/checkout')({
  validateSearch: ({ page }): Search => ({ page: page === 'buy_now' || page === 'campaign' ? page : 'cart' }),
  component: CheckoutPage,
})

const mapDialog: MapDialog = (dialog) => <PlaceMapDialog {...dialog} />

/** Connects cart, addresses, coupons and the placed order. */
function CheckoutPage() {
  const { page } = Route.useSearch()
  const { signedIn } = useScope()
  const shop = useShop()
  const { formatMessage: t } = useIntl()
  const navigate = useNavigate()
  const { signIn } = useAccountDialogs()
  const queryClient = useQueryClient()
  const { isPending, ...goods } = useGoods(page)
  const customer = useCustomer()

  return (
    <Checkout
      {...goods}
      isPending={isPending || customer.isPending}
      signedIn={signedIn}
      customer={customer.data}
      failure={signedIn ? failureOf(customer) : undefined}
      addresses={signedIn ? (of) => <AddressSection {...of} mapDialog={mapDialog} /> : undefined}
      coupons={(of) => <CouponField {...of} />}
      onBrowse={() => void navigate({ to: '/home' })}
      onSignIn={isLoginOn(shop) ? () => signIn('sign-in') : undefined}
      onPlaced={({ order, tracking_token: token, redirect_link: payment, source, line, moduleId }, isHere, isGuest) => {
        // A customer's orders are read through the session. The token is not stored, because others
        // may use this device (C2).
        if (isGuest) rememberOrder({ id: order.id, token })
        const show = (replace: boolean) => navigate({ to: '/order/$id', params: { id: String(order.id) }, replace })
        showPlaced(isHere, { show, payment, message: t(text.placed, { id: order.id }), label: t(text.show) })
        // The server has emptied the cart of the order's module (CHK-04), or left it unchanged for Buy Now (CHK-06).
        if (source === 'cart') void storeResponse(queryClient, cartOptions(scopeOfModule(moduleId)).queryKey, [])
        else removeBuyNow(line)
      }}
      mapDialog={mapDialog}
      others={<OtherCarts />}
    />
  )
}

/** Returns what is ordered: the cart, or the single line that this tab has stored. */
function useGoods(page: Search['page']) {
  const isHydrated = useHydrated()
  const cart = useCart()
  const line = useMemo(() => (isHydrated && page !== 'cart' ? readBuyNow() : undefined), [isHydrated, page])
  if (page === 'cart') {
    const [first] = cart.lines ?? []
    return {
      from: { source: 'cart' } satisfies Source,
      about: `cart:${first?.item.store_id}`,
      lines: JSON.stringify(cart.lines?.map(({ id, quantity, variation }) => [id, quantity, variation])),
      isEmpty: cart.lines?.length === 0,
      isPending: !isHydrated || cart.isPending,
    }
  }
  return {
    // What the line is decides, whatever the address says: the two have different prices.
    from: (line
      ? { source: line.model === 'ItemCampaign' ? 'campaign' : 'buy_now', line }
      : { source: 'cart' }) satisfies Source,
    about: `${line?.model === 'ItemCampaign' ? 'campaign' : 'item'}:${line?.item_id}`,
    lines: '',
    isEmpty: !line,
    isPending: !isHydrated,
  }
}
