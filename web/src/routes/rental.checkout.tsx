import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { lazyPart } from '@/components/lazy'
import { Skeleton } from '@/components/skeleton'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { tripCartOptions, useTripCart } from '@/contracts/trip-cart'
import { TripCheckout } from '@/features/checkout/trip-checkout'
import { rememberTrip } from '@/features/trip/trip-tokens'
import { TripFacts } from '@/features/trip-cart/trip-details'
import { useCustomer } from '@/lib/account/customer'
import { leaveFor } from '@/lib/page/leave'
import { useHydrated } from '@/lib/page/use-hydrated'
import { currentScope, useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'

const CouponField = lazyPart(
  () => import('@/features/coupon/coupon-field').then(({ CouponField }) => ({ default: CouponField })),
  { pending: () => <Skeleton height={74} radius={14} /> },
)

const LicenceBox = lazyPart(() => import('@/features/licence/licence-box'), {
  pending: () => <Skeleton height={92} radius={14} />,
})

export const Route = createFileRoute('/rental/checkout')({ component: RentalCheckout })

/** Connects the trip cart, coupons, the driver's licence and the placed trip. */
function RentalCheckout() {
  const { signedIn } = useScope()
  const shop = useShop()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { signIn } = useAccountDialogs()
  const isHydrated = useHydrated()
  const { cart } = useTripCart()
  const customer = useCustomer()
  return (
    <TripCheckout
      about={`trip:${cart?.carts[0]?.provider.id}`}
      lines={JSON.stringify([cart?.user_data, cart?.carts.map(({ id, quantity }) => [id, quantity])])}
      isEmpty={cart?.carts.length === 0}
      isPending={!isHydrated || cart === undefined || customer.isPending}
      signedIn={signedIn}
      customer={customer.data}
      onBrowse={() => void navigate({ to: '/home' })}
      onSignIn={isLoginOn(shop) ? () => signIn('sign-in') : undefined}
      coupons={(of) => <CouponField {...of} />}
      facts={(trip) => <TripFacts trip={trip} />}
      licence={(state) => <LicenceBox state={state} />}
      onPlaced={({ trip, tracking_token: token, redirect_link: payment }) => {
        // A customer's trips are read through the session (C2).
        if (!signedIn) rememberTrip({ id: trip.id, token })
        // The trip's page takes the checkout's place before the browser leaves for the gateway, so that
        // the back button and a reload show the trip.
        void navigate({ to: '/trip/$id', params: { id: String(trip.id) }, replace: true }).then(
          () => payment && leaveFor(payment),
        )
        // The server has emptied the cart.
        queryClient.setQueryData(tripCartOptions(currentScope()).queryKey, {
          carts: [],
          rows: [],
          total: 0,
          quantity: 0,
        })
      }}
    />
  )
}
