import { createFileRoute } from '@tanstack/react-router'
import { Loyalty } from '@/features/loyalty/loyalty'
import type { Direction } from '@/features/loyalty/loyalty-queries'
import { useShop } from '@/lib/scope/shop'
import { AccountPage } from './-account'
import { NotFound } from './-not-found'

type Search = { direction?: 'earned' | 'spent' }

export const Route = createFileRoute('/loyalty-points')({
  validateSearch: ({ direction }): Search => (direction === 'earned' || direction === 'spent' ? { direction } : {}),
  component: LoyaltyPage,
})

function LoyaltyPage() {
  if (useShop().loyalty_point_status === 0) return <NotFound />
  return (
    <AccountPage art="orders">
      <OwnPoints />
    </AccountPage>
  )
}

function OwnPoints() {
  const { direction = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // A change of tabs adds no entry to the history.
  const show = (next: Direction) =>
    void navigate({ search: next === 'all' ? {} : { direction: next }, replace: true, resetScroll: false })
  return <Loyalty direction={direction} onDirection={show} />
}
