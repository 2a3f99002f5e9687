import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PaymentResult } from '@/features/payment/payment-result'
import { readPaymentId, useReturnedPayment } from '@/features/payment/returned-payment'
import { Order, OrderSkeleton } from '@/features/order/order'
import { useKnownOrders, useOrderLink } from '@/features/order/order-tokens'
import { isId } from '@/lib/scope/guards'
import { useHydrated } from '@/lib/page/use-hydrated'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/order/$id')({
  validateSearch: ({ payment }): { payment?: string } =>
    readPaymentId(payment) ? { payment: readPaymentId(payment) } : {},
  component: OrderPage,
})

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
  const result = returned.id !== undefined && (
    <PaymentResult key={returned.id} id={returned.id} token={token} onClose={returned.close} />
  )
  return (
    <div className={c.page}>
      {isHydrated && isTaken ? <Order id={id} token={token} paymentResult={result} /> : <OrderSkeleton />}
    </div>
  )
}
