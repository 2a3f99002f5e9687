import { createFileRoute } from '@tanstack/react-router'
import { InvoiceSkeleton } from '@/components/purchase/invoice'
import { Invoice } from '@/features/order/invoice'
import { useKnownOrders, useOrderLink } from '@/features/order/order-tokens'
import { isId } from '@/lib/scope/guards'
import { useHydrated } from '@/lib/page/use-hydrated'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/order_/$id/invoice')({ component: InvoicePage })

/** The invoice of an order, for its customer or a device with its token. */
function InvoicePage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const isTaken = useOrderLink(id)
  const token = useKnownOrders().find((order) => order.id === id)?.token
  if (!isId(id)) return <NotFound />
  return <div className={c.page}>{isHydrated && isTaken ? <Invoice id={id} token={token} /> : <InvoiceSkeleton />}</div>
}
