import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { useRentVehicle } from '@/contracts/rent-vehicle'
import type { VehicleView } from '@/lib/api/types.gen'
import { serverNow } from '@/lib/page/server-clock'
import { defineMessages } from '@/lib/text/messages'
import { rentedTrip, type SearchTrip } from './trip'
import { useTimeZone } from './use-zone-time'
import c from './rent-button.module.css'

const text = defineMessages({
  rent: { id: 'rent.button', defaultMessage: 'Rent This Car' },
  short: { id: 'rent.button_short', defaultMessage: 'Rent' },
  name: { id: 'rent.button_name', defaultMessage: 'Rent {name}' },
})

type Props = {
  vehicle: VehicleView
  /** The trip of the search; without one the booking form asks for it (RNT-06). */
  trip: SearchTrip | undefined
  /** 'Rent' on all screens, for cards. */
  short?: boolean
}

/** Adds a vehicle to the trip cart: 'Rent This Car', on small screens 'Rent' (RNT-05). */
export function RentButton({ vehicle, trip, short }: Props) {
  const { formatMessage: t } = useIntl()
  const { rent, isPending } = useRentVehicle()
  // By the clock by which the trip was typed and priced: the provider's may be another one.
  const zone = useTimeZone()
  // A vehicle that is not rented this way gets the booking form, which offers the other.
  const isOffered = (trip?.type === 'hourly' ? vehicle.trip_hourly : vehicle.trip_distance) === 1
  const press = () => rent(vehicle, trip && isOffered ? rentedTrip(trip, zone, serverNow()) : undefined)
  return (
    <BusyButton
      h={short ? 44 : 48}
      busy={isPending}
      aria-label={short ? t(text.name, { name: vehicle.name }) : undefined}
      onClick={press}
    >
      {short ? (
        <FormattedMessage {...text.short} />
      ) : (
        <>
          <span className={c.small}>
            <FormattedMessage {...text.short} />
          </span>
          <span className={c.wide}>
            <FormattedMessage {...text.rent} />
          </span>
        </>
      )}
    </BusyButton>
  )
}
