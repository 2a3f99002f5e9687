import { createFileRoute } from '@tanstack/react-router'
import { MyOrders } from '@/features/order/my-orders'
import type { OrdersState } from '@/features/order/order-queries'
import { AccountPage } from './-account'

type Search = { state?: 'past' }

export const Route = createFileRoute('/my-orders')({
  validateSearch: ({ state }): Search => (state === 'past' ? { state } : {}),
  component: MyOrdersPage,
})

function MyOrdersPage() {
  const { state = 'running' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // A change of tabs adds no entry to the history.
  const show = (next: OrdersState) =>
    void navigate({ search: next === 'past' ? { state: next } : {}, replace: true, resetScroll: false })
  return (
    <AccountPage art="orders">
      <MyOrders state={state} onState={show} />
    </AccountPage>
  )
}
