import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { lazyPart } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { tripCartOptions, useTripCart } from '@/contracts/trip-cart'
import { TripCheckout } from '@/features/checkout/trip-checkout'
import { rememberTrip } from '@/features/trip/trip-tokens'
import { TripFacts } from '@/features/trip-cart/trip-details'
import { useCustomer } from '@/lib/account/customer'
import { useHydrated } from '@/lib/page/use-hydrated'
import { failureOf } from '@/lib/requests/failure-of'
import { storeResponse } from '@/lib/requests/store-response'
import { scopeOfModule, useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { adoptRental } from './-adopt-module'
import { showPlaced } from './-show-placed'

const CouponField = lazyPart(
  () => import('@/features/coupon/coupon-field').then(({ CouponField }) => ({ default: CouponField })),
  { pending: () => <Skeleton height={74} radius={14} /> },
)

const LicenceBox = lazyPart(() => import('@/features/licence/licence-box'), {
  pending: () => <Skeleton height={92} radius={14} />,
})

const text = defineMessages({
  placed: { id: 'trip_checkout.placed', defaultMessage: 'Trip {id} is placed.' },
  show: { id: 'trip_checkout.show', defaultMessage: 'See trip' },
})

export const Route = createFileRoute('/rental/checkout')({ beforeLoad: adoptRental, component: RentalCheckout })

/** Connects the trip cart, coupons, the driver's licence and the placed trip. */
function RentalCheckout() {
  const { signedIn } = useScope()
  const shop = useShop()
  const { formatMessage: t } = useIntl()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { signIn } = useAccountDialogs()
  const isHydrated = useHydrated()
  const { query, cart } = useTripCart()
  const customer = useCustomer()
  return (
    <TripCheckout
      about={`trip:${cart?.carts[0]?.provider.id}`}
      lines={JSON.stringify([cart?.user_data, cart?.carts.map(({ id, quantity }) => [id, quantity])])}
      isEmpty={cart?.carts.length === 0}
      isPending={!isHydrated || cart === undefined || customer.isPending}
      failure={(signedIn ? failureOf(customer) : undefined) ?? failureOf(query)}
      signedIn={signedIn}
      customer={customer.data}
      onBrowse={() => void navigate({ to: '/home' })}
      onSignIn={isLoginOn(shop) ? () => signIn('sign-in') : undefined}
      coupons={(of) => <CouponField {...of} />}
      facts={(trip) => <TripFacts trip={trip} />}
      licence={(state) => <LicenceBox state={state} />}
      onPlaced={({ trip, tracking_token: token, redirect_link: payment, moduleId }, isHere, isGuest) => {
        // A customer's trips are read through the session (C2).
        if (isGuest) rememberTrip({ id: trip.id, token, plannedEnd: Date.parse(trip.return_at) })
        const show = (replace: boolean) => navigate({ to: '/trip/$id', params: { id: String(trip.id) }, replace })
        showPlaced(isHere, { show, payment, message: t(text.placed, { id: trip.id }), label: t(text.show) })
        // The server has emptied the cart of the trip's module.
        void storeResponse(queryClient, tripCartOptions(scopeOfModule(moduleId)).queryKey, {
          carts: [],
          rows: [],
          total: 0,
          quantity: 0,
        })
      }}
    />
  )
}
