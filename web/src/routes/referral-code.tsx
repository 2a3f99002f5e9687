import { createFileRoute } from '@tanstack/react-router'
import { Referral } from '@/features/referral/referral'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { AccountPage } from './-account'
import { NotFound } from './-not-found'

export const Route = createFileRoute('/referral-code')({ component: ReferralPage })

function ReferralPage() {
  if (!hasReferral(useShop())) return <NotFound />
  return (
    <AccountPage art="orders">
      <Referral />
    </AccountPage>
  )
}
