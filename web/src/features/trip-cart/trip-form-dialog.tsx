import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { TripFields, type TripComplaints } from './trip-fields'
import type { VehicleView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import type { Trip, TripType } from '@/contracts/rent-vehicle'
import { storeDestination } from '@/lib/scope/last-destinations'
import type { Place } from '@/lib/scope/scope'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import c from './trip-form-dialog.module.css'

type Props = {
  opened: boolean
  title: ReactNode
  /** The initial values. Another object resets the form. */
  trip: Trip
  types: readonly TripType[]
  provider: VehicleView['provider']
  /** The text of the button. */
  submit: ReactNode
  busy: boolean
  /** Why the last try failed. */
  failure: unknown
  mapDialog: MapDialog
  onSubmit: (trip: Trip) => void
  onClose: () => void
}

const fields = ['estimated_hours', 'pickup_location', 'destination_location', 'pickup_time']

/** A dialog with the fields of a trip. The map dialog replaces it while a place is picked. */
export function TripFormDialog(props: Props) {
  const { opened, title, trip, types, provider, submit, busy, failure, mapDialog, onSubmit, onClose } = props
  const { formatMessage: t } = useIntl()
  const [openedWith, setOpenedWith] = useState<Trip>()
  const [typed, setTyped] = useState(trip)
  const [picking, setPicking] = useState<'pickup' | 'destination'>()
  const [isPicking, setIsPicking] = useState(false)
  if (opened && openedWith !== trip) {
    setOpenedWith(trip)
    setTyped(trip)
  }

  const found = failure ? problems(failure, t(common.offline)) : []
  const complaints: TripComplaints = Object.fromEntries(found.map(({ field = '', message }) => [field, message]))
  const others = found.filter(({ field = '' }) => !fields.includes(field))

  const pick = ({ location, point }: Place) => {
    if (!picking) return
    if (picking === 'destination') storeDestination({ location, point })
    setTyped({ ...typed, [picking]: { location_name: location, ...point } })
    setIsPicking(false)
  }
  const from = picking && typed[picking]

  return (
    <>
      <Dialog
        opened={opened && !isPicking}
        onClose={onClose}
        title={title}
        width={640}
        onSubmit={() => onSubmit(typed)}
        footer={
          <BusyButton type="submit" fullWidth h={52} size="md" busy={busy}>
            {submit}
          </BusyButton>
        }
      >
        {others.map(({ message }) => (
          <p key={message} className={c.problem} role="alert">
            <bdi>{message}</bdi>
          </p>
        ))}
        <TripFields
          trip={typed}
          onChange={setTyped}
          types={types}
          provider={provider}
          complaints={complaints}
          onPick={(which) => {
            setPicking(which)
            setIsPicking(true)
          }}
        />
      </Dialog>
      {mapDialog({ opened: opened && isPicking, from, onClose: () => setIsPicking(false), onPlace: pick })}
    </>
  )
}
