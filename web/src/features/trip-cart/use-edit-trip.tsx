import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/lazy'
import type { TripLineView, TripUserDataView, VehicleProviderView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import type { Trip } from '@/contracts/rent-vehicle'
import { toast, toastFailure } from '@/lib/page/toast'
import { currentOrigin } from '@/lib/requests/use-queued-mutation'
import { defineMessages } from '@/lib/text/messages'
import { conflictsOf } from './conflicts'
import { tripOf, withPickup } from './trip-payload'
import { TripVehicleListDialog } from './trip-vehicle-list-dialog'
import { useChangeTripOfCart } from './use-change-trip'
import { useRun } from './use-run'

const TripFormDialog = lazyOverlay(() =>
  import('./trip-form-dialog').then(({ TripFormDialog }) => ({ default: TripFormDialog })),
)

const text = defineMessages({
  title: { id: 'trip_edit.title', defaultMessage: 'Edit trip details' },
  save: { id: 'trip_edit.save', defaultMessage: 'Update trip' },
  saved: { id: 'trip_edit.saved', defaultMessage: 'Your trip has been updated.' },
  noneLeft: { id: 'trip_edit.none_left', defaultMessage: 'No vehicle of your trip is rented this way.' },
})

const bothTypes = ['hourly', 'distance_wise'] as const

/**
 * The form for changing the trip of the cart, and the vehicles that have to leave it for that. edit
 * opens it.
 */
export function useEditTrip(user: TripUserDataView, provider: VehicleProviderView, mapDialog: MapDialog) {
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
  const close = () => isBusy || setOpen(undefined)

  return {
    edit: () => {
      setTrip(tripOf(user))
      setOrigin(currentOrigin())
      setFailure(undefined)
      setOpen('form')
    },
    dialogs: (
      <>
        <TripFormDialog
          opened={open === 'form'}
          title={<FormattedMessage {...text.title} />}
          trip={trip}
          types={bothTypes}
          provider={provider}
          submit={<FormattedMessage {...text.save} />}
          busy={isBusy}
          failure={failure}
          mapDialog={mapDialog}
          onSubmit={(typed) => {
            const changed = withPickup(typed, provider)
            setWanted(changed)
            void finish(() => changeTrip(changed, origin))
          }}
          onClose={close}
        />
        <TripVehicleListDialog
          lines={conflicts}
          opened={open === 'conflicts'}
          busy={isBusy}
          onConfirm={() =>
            wanted && void finish(() => removeLines(conflicts, origin).then(() => changeTrip(wanted, origin)))
          }
          onClose={close}
        />
      </>
    ),
  }
}
