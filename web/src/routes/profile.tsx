import { createFileRoute, Navigate, useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazyOverlay, lazyPart } from '@/components/loading/lazy'
import { AddressList } from '@/features/address/address-list'
import { Profile } from '@/features/profile/profile'
import type { MapDialog } from '@/contracts/map-dialog'
import { idIn } from '@/lib/page/query-string'
import { useShop } from '@/lib/scope/shop'
import { AccountPage } from './-account'

const Licence = lazyPart(() => import('@/features/licence/licence'))
const PlaceMapDialog = lazyOverlay(() => import('@/features/place/place-map-dialog'))
const Inbox = lazyPart(() => import('@/features/conversation/inbox'))

const pages = ['profile-settings', 'addresses', 'driver-licence'] as const
/** Pages with a route of their own, which a link may name here too (PROF-01). */
const elsewhere = [
  'my-orders',
  'my-trips',
  'wallet',
  'coupons',
  'loyalty-points',
  'referral-code',
  'settings',
  'track-order',
] as const
const kinds = ['store', 'provider', 'rider', 'support'] as const

type Search = {
  page: (typeof pages)[number] | (typeof elsewhere)[number] | 'inbox'
  /** The open conversation of the inbox. */
  conversation?: number
  /** Whom to write to, in the place of a conversation. */
  with?: (typeof kinds)[number]
  store?: number
  provider?: number
  /** What the next message is about. */
  order?: number
  trip?: number
}

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): Search => {
    if (search.page !== 'inbox')
      return { page: [...pages, ...elsewhere].find((known) => known === search.page) ?? 'profile-settings' }
    return {
      page: 'inbox',
      conversation: idIn(search.conversation),
      with: kinds.find((kind) => kind === search.with),
      store: idIn(search.store),
      provider: idIn(search.provider),
      order: idIn(search.order),
      trip: idIn(search.trip),
    }
  },
  component: ProfilePage,
})

const mapDialog: MapDialog = (dialog) => <PlaceMapDialog {...dialog} />

/** A customer's profile (PROF-01), saved addresses (ADDR-01), inbox (CHAT-01) or driver's licence (RNT-11). */
function ProfilePage() {
  const { page } = Route.useSearch()
  const { history, navigate } = useRouter()
  const canGoBack = useCanGoBack()
  const asksForLicence = useShop().driver_licence_status === 1
  const shown = page === 'driver-licence' && !asksForLicence ? 'profile-settings' : page
  const route = elsewhere.find((known) => known === page)
  if (route) return <Navigate to={`/${route}`} replace />
  const back = () => (canGoBack ? history.back() : void navigate({ to: '/home' }))
  return (
    <AccountPage art={page === 'addresses' ? 'address' : undefined}>
      {page === 'inbox' && <InboxPage />}
      {page === 'addresses' && <AddressList mapDialog={mapDialog} />}
      {shown === 'driver-licence' && <Licence />}
      {shown === 'profile-settings' && <Profile onBack={back} />}
    </AccountPage>
  )
}

function InboxPage() {
  const { conversation, with: kind, store, provider, order, trip } = Route.useSearch()
  const { navigate } = useRouter()
  const subject = { order_id: order, trip_id: trip }
  return (
    <Inbox
      conversation={conversation}
      start={kind && { with: kind, store_id: store, provider_id: provider, ...subject }}
      subject={kind === 'rider' ? {} : subject}
      onOpen={(id) =>
        void navigate({ to: '/profile', search: { page: 'inbox', conversation: id }, resetScroll: false })
      }
      onStarted={(id) =>
        void navigate({
          to: '/profile',
          search: { page: 'inbox', conversation: id, ...(kind !== 'rider' && { order, trip }) },
          replace: true,
        })
      }
    />
  )
}
