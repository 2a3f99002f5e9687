import { createFileRoute } from '@tanstack/react-router'
import { lazyPart } from '@/components/loading/lazy'
import { TrackOrder } from '@/features/order/track-order'
import { isId } from '@/lib/scope/guards'
import c from './-page.module.css'

// Fetched for a trip only.
const TrackedTrip = lazyPart(() => import('@/features/trip/tracked-trip'))

/** order_id: the number of an order or a trip. */
type Search = { order_id?: number }

export const Route = createFileRoute('/track-order')({
  validateSearch: ({ order_id }): Search => (isId(Number(order_id)) ? { order_id: Number(order_id) } : {}),
  component: TrackOrderPage,
})

function TrackOrderPage() {
  return (
    <div className={c.page}>
      <TrackOrder
        orderId={Route.useSearch().order_id}
        trip={(found, phone) => <TrackedTrip first={found} phone={phone} />}
      />
    </div>
  )
}
