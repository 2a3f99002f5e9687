import { createFileRoute } from '@tanstack/react-router'
import { MyTrips } from '@/features/trip/my-trips'
import type { TripsState } from '@/features/trip/trip-queries'
import { AccountPage } from './-account'

type Search = { state?: 'past' }

export const Route = createFileRoute('/my-trips')({
  validateSearch: ({ state }): Search => (state === 'past' ? { state } : {}),
  component: MyTripsPage,
})

function MyTripsPage() {
  const { state = 'running' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // A change of tabs adds no entry to the history.
  const show = (next: TripsState) =>
    void navigate({ search: next === 'past' ? { state: next } : {}, replace: true, resetScroll: false })
  return (
    <AccountPage art="orders">
      <MyTrips state={state} onState={show} />
    </AccountPage>
  )
}
