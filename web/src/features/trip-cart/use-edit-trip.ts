import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { TripLineView, TripUserDataView, VehicleProviderView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { toast, toastFailure } from '@/lib/page/toast'
import { currentOrigin } from '@/lib/requests/use-queued-mutation'
import { useRun } from '@/lib/requests/use-run'
import { defineMessages } from '@/lib/text/messages'
import { conflictsOf } from './conflicts'
import { tripOf, withPickup } from './trip-payload'
import { useChangeTripOfCart } from './use-change-trip'

const text = defineMessages({
  saved: { id: 'trip_edit.saved', defaultMessage: 'Your trip has been updated.' },
  noneLeft: { id: 'trip_edit.none_left', defaultMessage: 'No vehicle of your trip is rented this way.' },
})

/** Changes the trip of the cart (RNT-13). edit opens the form; dialogs are the props of EditTripDialogs. */
export function useEditTrip(user: TripUserDataView, provider: VehicleProviderView) {
  const intl = useIntl()
  const { changeTrip, removeLines, isWholeCart } = useChangeTripOfCart()
  const { isBusy, run } = useRun()
  const [open, setOpen] = useState<'form' | 'conflicts'>()
  // They stay while a dialog closes.
  const [trip, setTrip] = useState<Trip>(() => tripOf(user))
  const [wanted, setWanted] = useState<Trip>()
  const [origin, setOrigin] = useState(currentOrigin)
  const [conflicts, setConflicts] = useState<TripLineView[]>([])
  const [failure, setFailure] = useState<unknown>()

  const finish = (calls: () => Promise<unknown>) => {
    setFailure(undefined)
    const show = (error: unknown) => {
      const found = conflictsOf(error)
      if (found && isWholeCart(found, origin)) {
        // Without them there would be no trip to change.
        setFailure({ errors: [], message: intl.formatMessage(text.noneLeft) })
        setOpen('form')
      } else if (found) {
        setConflicts(found)
        setOpen('conflicts')
      } else if (open === 'form') setFailure(error)
      else toastFailure(error, intl)
    }
    return run(async () => {
      await calls()
      setOpen(undefined)
      toast(intl.formatMessage(text.saved))
    }, show)
  }

  return {
    edit: () => {
      setTrip(tripOf(user))
      setOrigin(currentOrigin())
      setFailure(undefined)
      setOpen('form')
    },
    dialogs: {
      open,
      trip,
      provider,
      conflicts,
      busy: isBusy,
      failure,
      onSubmit: (typed: Trip) => {
        const changed = withPickup(typed, provider)
        setWanted(changed)
        void finish(() => changeTrip(changed, origin))
      },
      onRemove: () =>
        wanted && void finish(() => removeLines(conflicts, origin).then(() => changeTrip(wanted, origin))),
      onClose: () => isBusy || setOpen(undefined),
    },
  }
}
