import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Order, OrderSkeleton } from '@/features/order/order'
import { rememberLink, tokenFromHash, useKnownOrders } from '@/features/order/order-tokens'
import { isId } from '@/lib/scope/guards'
import { useHydrated } from '@/lib/page/use-hydrated'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/order/$id')({ component: OrderPage })

/** The page of an order, for its customer or a device with its token. */
function OrderPage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const isTaken = useLinkTaken(id)
  const token = useKnownOrders().find((order) => order.id === id)?.token
  if (!isId(id)) return <NotFound />
  return <div className={c.page}>{isHydrated && isTaken ? <Order id={id} token={token} /> : <OrderSkeleton />}</div>
}

/** Stores the token of a saved link and removes it from the URL and the history. Returns false until that is done. */
function useLinkTaken(id: number) {
  const token = useLocation({ select: ({ hash }) => tokenFromHash(hash) })
  const navigate = useNavigate()
  useEffect(() => {
    if (!token) return
    rememberLink(id, token)
    void navigate({ to: '.', hash: '', replace: true })
  }, [id, token, navigate])
  return !token
}
