import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { TripCartPage } from '@/features/trip-cart/trip-cart-page'
import { adoptRental } from './-adopt-module'
import c from './-page.module.css'
import { mapDialog } from './-trips'

export const Route = createFileRoute('/rental/cart')({ beforeLoad: adoptRental, component: RentalCart })

function RentalCart() {
  const navigate = useNavigate()
  const { signIn } = useAccountDialogs()
  return (
    <div className={c.page}>
      <TripCartPage
        mapDialog={mapDialog}
        onBrowse={() => void navigate({ to: '/home' })}
        onCheckout={() => void navigate({ to: '/rental/checkout' })}
        onAuth={(mode) => signIn(mode, '/rental/checkout')}
      />
    </div>
  )
}
