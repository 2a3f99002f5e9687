import { FormattedMessage } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import type { TripLineView, VehicleProviderView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import type { Trip } from '@/contracts/rent-vehicle'
import { defineMessages } from '@/lib/text/messages'
import { TripVehicleListDialog } from './trip-vehicle-list-dialog'

const TripFormDialog = lazyOverlay(() =>
  import('./trip-form-dialog').then(({ TripFormDialog }) => ({ default: TripFormDialog })),
)

const text = defineMessages({
  title: { id: 'trip_edit.title', defaultMessage: 'Edit trip details' },
  save: { id: 'trip_edit.save', defaultMessage: 'Update trip' },
})

const bothTypes = ['hourly', 'distance_wise'] as const

type Props = {
  open: 'form' | 'conflicts' | undefined
  /** The initial values of the form. */
  trip: Trip
  provider: VehicleProviderView
  /** The vehicles that have to leave the cart. */
  conflicts: TripLineView[]
  busy: boolean
  /** Why the last try failed. */
  failure: unknown
  mapDialog: MapDialog
  onSubmit: (trip: Trip) => void
  onRemove: () => void
  onClose: () => void
}

/** The form for changing the trip of the cart, and the vehicles that have to leave it for that. */
export function EditTripDialogs({ open, trip, provider, conflicts, busy, onClose, ...props }: Props) {
  return (
    <>
      <TripFormDialog
        opened={open === 'form'}
        title={<FormattedMessage {...text.title} />}
        trip={trip}
        types={bothTypes}
        provider={provider}
        submit={<FormattedMessage {...text.save} />}
        busy={busy}
        failure={props.failure}
        mapDialog={props.mapDialog}
        onSubmit={props.onSubmit}
        onClose={onClose}
      />
      <TripVehicleListDialog
        lines={conflicts}
        opened={open === 'conflicts'}
        busy={busy}
        onConfirm={props.onRemove}
        onClose={onClose}
      />
    </>
  )
}
