import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { lazyPart } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { ParcelCheckout } from '@/features/checkout/parcel-checkout'
import { rememberOrder } from '@/features/order/order-tokens'
import { PlaceInput } from '@/features/place/place-input'
import { useCustomer } from '@/lib/account/customer'
import { useHydrated } from '@/lib/page/use-hydrated'
import { failureOf } from '@/lib/requests/failure-of'
import { isId } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { adoptParcel } from './-adopt-module'
import { showPlaced } from './-show-placed'
import { mapDialog } from './-trips'

const CouponField = lazyPart(
  () => import('@/features/coupon/coupon-field').then(({ CouponField }) => ({ default: CouponField })),
  { pending: () => <Skeleton height={74} radius={14} /> },
)
const SavedButton = lazyPart(
  () => import('@/features/address/address-section').then(({ SavedButton }) => ({ default: SavedButton })),
  { pending: () => <Skeleton width="200px" height={42} radius={21} /> },
)

const text = defineMessages({
  placed: { id: 'parcel_form.placed', defaultMessage: 'Parcel {id} is placed.' },
  show: { id: 'parcel_form.show', defaultMessage: 'See parcel' },
})

type Search = {
  /** What is sent. */
  category?: number
}

export const Route = createFileRoute('/parcel/send')({
  validateSearch: ({ category }): Search => (isId(Number(category)) ? { category: Number(category) } : {}),
  beforeLoad: adoptParcel,
  component: SendParcel,
})

/** Connects places, saved addresses, coupons and the placed parcel. */
function SendParcel() {
  const { category } = Route.useSearch()
  const { formatMessage: t } = useIntl()
  const navigate = useNavigate()
  const { signedIn } = useScope()
  const shop = useShop()
  const { signIn } = useAccountDialogs()
  const isHydrated = useHydrated()
  const customer = useCustomer()
  return (
    <ParcelCheckout
      categoryId={category}
      onCategory={(id) =>
        void navigate({ to: '/parcel/send', search: { category: id }, replace: true, resetScroll: false })
      }
      isPending={!isHydrated || customer.isPending}
      failure={signedIn ? failureOf(customer) : undefined}
      signedIn={signedIn}
      customer={customer.data}
      onBrowse={() => void navigate({ to: '/home' })}
      onSignIn={isLoginOn(shop) ? () => signIn('sign-in') : undefined}
      placeInput={(props) => <PlaceInput {...props} />}
      saved={signedIn ? (of) => <SavedButton {...of} mapDialog={mapDialog} /> : undefined}
      coupons={(of) => <CouponField {...of} />}
      onPlaced={({ order, tracking_token: token, redirect_link: payment }, isHere, isGuest) => {
        // A customer's orders are read through the session (C2).
        if (isGuest) rememberOrder({ id: order.id, token })
        const show = (replace: boolean) =>
          navigate({ to: '/order/$id', params: { id: String(order.id) }, search: {}, replace })
        showPlaced(isHere, { show, payment, message: t(text.placed, { id: order.id }), label: t(text.show) })
      }}
    />
  )
}
