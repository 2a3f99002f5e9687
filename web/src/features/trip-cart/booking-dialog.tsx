import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { VehicleView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import type { Trip } from '@/contracts/rent-vehicle'
import { useTripCart } from '@/contracts/trip-cart'
import { defineMessages } from '@/lib/text/messages'
import { TripFormDialog } from './trip-form-dialog'
import { tripOf, typesOf } from './trip-payload'

const text = defineMessages({
  title: { id: 'booking.title', defaultMessage: 'Rent {vehicle}' },
  submit: { id: 'booking.submit', defaultMessage: 'Rent This Car' },
})

type Props = {
  vehicle: VehicleView
  opened: boolean
  busy: boolean
  failure: unknown
  mapDialog: MapDialog
  onSubmit: (trip: Trip) => void
  onClose: () => void
}

/**
 * The booking form, which is shown when a vehicle is rented outside a search (RNT-06). It begins with
 * the trip of the cart, if that has vehicles of the same provider.
 */
export default function BookingDialog({ vehicle, ...dialog }: Props) {
  const { cart } = useTripCart()
  const types = typesOf(vehicle)
  const known = cart?.carts[0]?.provider.id === vehicle.provider.id ? cart.user_data : undefined
  const begin = (): Trip => {
    const trip = known ? tripOf(known) : { type: 'hourly' as const, hours: 1, pickupAt: '' }
    return types.includes(trip.type) ? trip : { ...trip, type: types[0] ?? trip.type }
  }
  // Of the opening, so that a refetch of the cart does not reset the form.
  const [of, setOf] = useState({ opened: false, trip: begin() })
  if (of.opened !== dialog.opened) setOf({ opened: dialog.opened, trip: dialog.opened ? begin() : of.trip })
  return (
    <TripFormDialog
      {...dialog}
      title={<FormattedMessage {...text.title} values={{ vehicle: <bdi key="vehicle">{vehicle.name}</bdi> }} />}
      trip={of.trip}
      types={types}
      provider={vehicle.provider}
      submit={<FormattedMessage {...text.submit} />}
    />
  )
}
