import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { cartOptions, useCart } from '@/features/cart/cart-queries'
import { Checkout } from '@/features/checkout/checkout'
import type { Source } from '@/features/checkout/use-checkout'
import { rememberOrder } from '@/features/order/order-tokens'
import { forgetBuyNow, readBuyNow } from '@/lib/buy-now'
import { useInBrowser } from '@/lib/in-browser'
import { currentScope, useScope } from '@/lib/scope'
import { isLoginOn, useShop } from '@/lib/shop'

const PlaceMapDialog = lazy(() => import('@/features/place/place-map-dialog'))

type Search = { page: 'cart' | 'campaign' | 'buy_now' }

export const Route = createFileRoute('/checkout')({
  validateSearch: ({ page }): Search => ({ page: page === 'buy_now' || page === 'campaign' ? page : 'cart' }),
  component: CheckoutPage,
})

/** Joins what is bought, where it goes, and the order that comes of it. */
function CheckoutPage() {
  const { page } = Route.useSearch()
  const { signedIn } = useScope()
  const shop = useShop()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const goods = useGoods(page)

  return (
    <Checkout
      {...goods}
      signedIn={signedIn}
      onBrowse={() => void navigate({ href: '/home' })}
      onSignIn={isLoginOn(shop) ? () => void navigate({ href: '/auth' }) : undefined}
      onPlaced={({ order, tracking_token: token }) => {
        rememberOrder({ id: order.id, token })
        void navigate({ href: `/order/${order.id}`, replace: true })
        // The server emptied the cart with the order (CHK-04), or left it alone (CHK-06).
        if (page === 'cart') queryClient.setQueryData(cartOptions(currentScope()).queryKey, [])
        else forgetBuyNow()
      }}
      mapDialog={(dialog) => (
        <Suspense>
          <PlaceMapDialog {...dialog} />
        </Suspense>
      )}
    />
  )
}

/** What would be ordered: the cart, or the one line that this tab keeps. */
function useGoods(page: Search['page']) {
  const inBrowser = useInBrowser()
  const cart = useCart()
  const line = useMemo(() => (inBrowser && page !== 'cart' ? readBuyNow() : undefined), [inBrowser, page])
  if (page === 'cart') {
    const [first] = cart.lines ?? []
    return {
      from: { source: 'cart' } satisfies Source,
      about: `cart:${first?.item.store_id}`,
      lines: JSON.stringify(cart.lines?.map(({ id, quantity, variation }) => [id, quantity, variation])),
      isEmpty: cart.lines?.length === 0,
      isPending: !inBrowser || cart.isPending,
    }
  }
  return {
    from: (line ? { source: 'buy_now', line } : { source: 'cart' }) satisfies Source,
    about: `item:${line?.item_id}`,
    lines: '',
    isEmpty: !line,
    isPending: !inBrowser,
  }
}
