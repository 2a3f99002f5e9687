import { createFileRoute } from '@tanstack/react-router'
import { Order, OrderSkeleton } from '@/features/order/order'
import { useKnownOrders } from '@/features/order/order-tokens'
import { isId } from '@/lib/guards'
import { useInBrowser } from '@/lib/in-browser'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/order/$id')({ component: OrderPage })

/** An order of the customer's, or one whose token this device knows. */
function OrderPage() {
  const id = Number(Route.useParams().id)
  const inBrowser = useInBrowser()
  const token = useKnownOrders().find((order) => order.id === id)?.token
  if (!isId(id)) return <NotFound />
  return <div className={c.page}>{inBrowser ? <Order id={id} token={token} /> : <OrderSkeleton />}</div>
}
