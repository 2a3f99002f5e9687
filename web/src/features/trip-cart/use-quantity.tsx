import { useState } from 'react'
import type { TripLineView, TripUserDataView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { useSearchTrip } from '@/contracts/search-trip'
import { currentOrigin, type Origin } from '@/lib/requests/use-queued-mutation'
import { useRun } from '@/lib/requests/use-run'
import { ChangeDurationDialog } from './change-trip-dialogs'
import { tripOf } from './trip-payload'
import { useChangeLine, useRemoveLines } from './trip-cart-queries'

type Asked = { line: TripLineView; quantity: number; trip: Trip; origin: Origin }

/**
 * Changes quantities. On the page of a search for another duration it asks first, and changes the
 * duration of the whole trip, too (RNT-07). A removal never asks.
 */
export function useQuantity(user: TripUserDataView | undefined) {
  const searched = useSearchTrip()
  const change = useChangeLine()
  const remove = useRemoveLines()
  const { isBusy, run } = useRun()
  const [asked, setAsked] = useState<Asked>()
  const [isAsking, setAsking] = useState(false)

  const isOtherDuration =
    user?.rental_type === 'hourly' && searched?.type === 'hourly' && searched.hours !== user.estimated_hours

  const confirm = ({ line, quantity, trip, origin }: Asked) =>
    run(
      async () => {
        await change.mutateAsync({ cartId: line.id, quantity, trip }, origin)
        setAsking(false)
      },
      () => {}, // the error was already shown
    )

  return {
    setQuantity: (line: TripLineView, quantity: number) => {
      if (quantity < 1) remove.mutate([line.id])
      else if (isOtherDuration && user) {
        setAsked({ line, quantity, trip: { ...tripOf(user), hours: searched.hours }, origin: currentOrigin() })
        setAsking(true)
      } else change.mutate({ cartId: line.id, quantity })
    },
    question: asked && (
      <ChangeDurationDialog
        trip={asked.trip}
        opened={isAsking}
        busy={isBusy}
        onConfirm={() => void confirm(asked)}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
