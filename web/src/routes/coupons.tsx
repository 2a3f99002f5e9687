import { createFileRoute } from '@tanstack/react-router'
import { Coupons } from '@/features/coupon/coupons'
import { AccountPage } from './-account'

export const Route = createFileRoute('/coupons')({ component: CouponsPage })

/** Guests see the coupons that they can use. */
function CouponsPage() {
  return (
    <AccountPage forGuests>
      <Coupons />
    </AccountPage>
  )
}
