import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PaymentResultSlot } from '@/contracts/payment-result'
import { PaymentResult } from '@/features/payment/payment-result'
import { readPaymentId, useReturnedPayment } from '@/features/payment/returned-payment'
import { FollowOrder } from '@/features/order/follow-order'
import { Order } from '@/features/order/order'
import { OrderSkeleton } from '@/features/order/order-skeleton'
import { useKnownOrders, useOrderLink } from '@/features/order/order-tokens'
import { useFollowToken } from '@/features/order/use-follow-token'
import { isId } from '@/lib/scope/guards'
import { useHydrated } from '@/lib/page/use-hydrated'
import { NotFound } from './-not-found'
import c from './-page.module.css'

type Search = {
  payment?: string
  /** For its receiver, in the place of its sender. */
  follow?: 1
}

export const Route = createFileRoute('/order/$id')({
  validateSearch: ({ payment, follow }): Search => ({
    ...(readPaymentId(payment) && { payment: readPaymentId(payment) }),
    ...(follow !== undefined && { follow: 1 }),
  }),
  // What is written or sent about one order must not go to the next.
  remountDeps: ({ params }) => params,
  component: OrderRoute,
})

function OrderRoute() {
  return Route.useSearch().follow ? <FollowPage /> : <OrderPage />
}

/** The page of a parcel for its receiver, whose link has the following token. */
function FollowPage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const token = useFollowToken(`/order/${id}`)
  if (!isId(id)) return <NotFound />
  return (
    <div className={c.page}>{isHydrated ? <FollowOrder key={token} id={id} token={token} /> : <OrderSkeleton />}</div>
  )
}

/** The page of an order, for its customer or a device with its token. */
function OrderPage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const isTaken = useOrderLink(id)
  const token = useKnownOrders().find((order) => order.id === id)?.token
  const navigate = Route.useNavigate()
  const cleanUrl = useCallback(
    () => void navigate({ search: {}, hash: true, replace: true, resetScroll: false }),
    [navigate],
  )
  const returned = useReturnedPayment(`/order/${id}`, Route.useSearch().payment, cleanUrl)
  if (!isId(id)) return <NotFound />
  const result: PaymentResultSlot = (of) =>
    returned.id !== undefined && (
      <PaymentResult key={returned.id} id={returned.id} token={token} of={of} onClose={returned.close} />
    )
  return (
    <div className={c.page}>
      {isHydrated && isTaken ? <Order id={id} token={token} paymentResult={result} /> : <OrderSkeleton />}
    </div>
  )
}
