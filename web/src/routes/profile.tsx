import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazyOverlay } from '@/components/lazy'
import { AddressList } from '@/features/address/address-list'
import { Profile } from '@/features/profile/profile'
import type { MapDialog } from '@/contracts/map-dialog'
import { AccountPage } from './-account'

const PlaceMapDialog = lazyOverlay(() => import('@/features/place/place-map-dialog'))

type Search = { page: 'profile-settings' | 'addresses' }

export const Route = createFileRoute('/profile')({
  validateSearch: ({ page }): Search => ({ page: page === 'addresses' ? 'addresses' : 'profile-settings' }),
  component: ProfilePage,
})

const mapDialog: MapDialog = (dialog) => <PlaceMapDialog {...dialog} />

/** The profile (PROF-01) or the saved addresses (ADDR-01) of a customer. */
function ProfilePage() {
  const { page } = Route.useSearch()
  const { history, navigate } = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? history.back() : void navigate({ to: '/home' }))
  return (
    <AccountPage art={page === 'addresses' ? 'address' : undefined}>
      {page === 'addresses' ? <AddressList mapDialog={mapDialog} /> : <Profile onBack={back} />}
    </AccountPage>
  )
}
