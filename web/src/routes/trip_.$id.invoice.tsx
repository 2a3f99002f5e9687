import { createFileRoute } from '@tanstack/react-router'
import { InvoiceSkeleton } from '@/components/purchase/invoice'
import { TripInvoice } from '@/features/trip/trip-invoice'
import { useKnownTrips, useTripLink } from '@/features/trip/trip-tokens'
import { useHydrated } from '@/lib/page/use-hydrated'
import { isId } from '@/lib/scope/guards'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/trip_/$id/invoice')({ component: TripInvoicePage })

/** The invoice of a trip, for its customer or a device with its token. */
function TripInvoicePage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const isTaken = useTripLink(id)
  const token = useKnownTrips().find((trip) => trip.id === id)?.token
  if (!isId(id)) return <NotFound />
  return (
    <div className={c.page}>{isHydrated && isTaken ? <TripInvoice id={id} token={token} /> : <InvoiceSkeleton />}</div>
  )
}
