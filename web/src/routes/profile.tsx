import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazyOverlay, lazyPart } from '@/components/lazy'
import { AddressList } from '@/features/address/address-list'
import { Profile } from '@/features/profile/profile'
import type { MapDialog } from '@/contracts/map-dialog'
import { AccountPage } from './-account'

const PlaceMapDialog = lazyOverlay(() => import('@/features/place/place-map-dialog'))
const Inbox = lazyPart(() => import('@/features/conversation/inbox'))

const kinds = ['store', 'provider', 'rider', 'support'] as const

type Search = {
  page: 'profile-settings' | 'addresses' | 'inbox'
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

const idIn = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): Search => {
    if (search.page !== 'inbox') return { page: search.page === 'addresses' ? 'addresses' : 'profile-settings' }
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

/** The profile (PROF-01), the saved addresses (ADDR-01) or the inbox (CHAT-01) of a customer. */
function ProfilePage() {
  const { page } = Route.useSearch()
  const { history, navigate } = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? history.back() : void navigate({ to: '/home' }))
  return (
    <AccountPage art={page === 'addresses' ? 'address' : undefined}>
      {page === 'inbox' && <InboxPage />}
      {page === 'addresses' && <AddressList mapDialog={mapDialog} />}
      {page === 'profile-settings' && <Profile onBack={back} />}
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
