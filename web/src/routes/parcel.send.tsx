import { createFileRoute } from '@tanstack/react-router'
import { lazyPart } from '@/components/lazy'
import { Skeleton } from '@/components/skeleton'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { ParcelCheckout } from '@/features/checkout/parcel-checkout'
import { rememberOrder } from '@/features/order/order-tokens'
import { PlaceInput } from '@/features/place/place-input'
import { useCustomer } from '@/lib/account/customer'
import { leaveFor } from '@/lib/page/leave'
import { useHydrated } from '@/lib/page/use-hydrated'
import { isId } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { adoptParcel } from './-adopt-module'
import { mapDialog } from './-trips'

const CouponField = lazyPart(
  () => import('@/features/coupon/coupon-field').then(({ CouponField }) => ({ default: CouponField })),
  { pending: () => <Skeleton height={74} radius={14} /> },
)
const SavedButton = lazyPart(
  () => import('@/features/address/address-section').then(({ SavedButton }) => ({ default: SavedButton })),
  { pending: () => <Skeleton width="200px" height={42} radius={21} /> },
)

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
  const navigate = Route.useNavigate()
  const { signedIn } = useScope()
  const shop = useShop()
  const { signIn } = useAccountDialogs()
  const isHydrated = useHydrated()
  const customer = useCustomer()
  return (
    <ParcelCheckout
      categoryId={category}
      onCategory={(id) => void navigate({ search: { category: id }, replace: true, resetScroll: false })}
      isPending={!isHydrated || customer.isPending}
      signedIn={signedIn}
      customer={customer.data}
      onBrowse={() => void navigate({ to: '/home' })}
      onSignIn={isLoginOn(shop) ? () => signIn('sign-in') : undefined}
      placeInput={(props) => <PlaceInput {...props} />}
      saved={signedIn ? (of) => <SavedButton {...of} mapDialog={mapDialog} /> : undefined}
      coupons={(of) => <CouponField {...of} />}
      onPlaced={({ order, tracking_token: token, redirect_link: payment }) => {
        // A customer's orders are read through the session (C2).
        if (!signedIn) rememberOrder({ id: order.id, token })
        // The order's page takes the form's place before the browser leaves for the gateway, so that
        // the back button and a reload show the order.
        void navigate({ to: '/order/$id', params: { id: String(order.id) }, search: {}, replace: true }).then(
          () => payment && leaveFor(payment),
        )
      }}
    />
  )
}
