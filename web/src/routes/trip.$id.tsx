import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lazyPart } from '@/components/loading/lazy'
import type { PaymentResultSlot } from '@/contracts/payment-result'
import { PaymentResult } from '@/features/payment/payment-result'
import { readPaymentId, useReturnedPayment } from '@/features/payment/returned-payment'
import { Trip, TripSkeleton } from '@/features/trip/trip'
import { useKnownTrips, useTripLink } from '@/features/trip/trip-tokens'
import { useHydrated } from '@/lib/page/use-hydrated'
import { isId } from '@/lib/scope/guards'
import { NotFound } from './-not-found'
import c from './-page.module.css'

const TripLicence = lazyPart(() => import('@/features/licence/trip-licence'))

export const Route = createFileRoute('/trip/$id')({
  validateSearch: ({ payment }): { payment?: string } =>
    readPaymentId(payment) ? { payment: readPaymentId(payment) } : {},
  // What is written or sent about one trip must not go to the next.
  remountDeps: ({ params }) => params,
  component: TripPage,
})

/** The page of a trip, for its customer or a device with its token. */
function TripPage() {
  const id = Number(Route.useParams().id)
  const isHydrated = useHydrated()
  const isTaken = useTripLink(id)
  const token = useKnownTrips().find((trip) => trip.id === id)?.token
  const navigate = Route.useNavigate()
  const cleanUrl = useCallback(
    () => void navigate({ search: {}, hash: true, replace: true, resetScroll: false }),
    [navigate],
  )
  const returned = useReturnedPayment(`/trip/${id}`, Route.useSearch().payment, cleanUrl)
  if (!isId(id)) return <NotFound />
  const result: PaymentResultSlot = (of) =>
    returned.id !== undefined && (
      <PaymentResult key={returned.id} id={returned.id} token={token} of={of} onClose={returned.close} />
    )
  return (
    <div className={c.page}>
      {isHydrated && isTaken ? (
        <Trip
          id={id}
          token={token}
          paymentResult={result}
          licence={({ trip_status: status, driver_licence: state }) =>
            state && <TripLicence state={state} isFixed={status === 'ongoing'} />
          }
        />
      ) : (
        <TripSkeleton />
      )}
    </div>
  )
}
