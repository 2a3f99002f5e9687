import { FormattedMessage } from 'react-intl'
import type { VehicleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  all: {
    id: 'vehicle.available',
    defaultMessage: '{n, plural, one {# Vehicle available} other {# Vehicles available}}',
  },
  free: { id: 'vehicle.available_then', defaultMessage: '{n, plural, =0 {None available} other {# available}}' },
})

/** How many a provider has (RNT-02), or how many are free in the time of the trip. */
export const Available = ({ vehicle }: { vehicle: Pick<VehicleView, 'available_units' | 'total_vehicle_count'> }) =>
  vehicle.available_units === undefined ? (
    <FormattedMessage {...text.all} values={{ n: vehicle.total_vehicle_count }} />
  ) : (
    <FormattedMessage {...text.free} values={{ n: vehicle.available_units }} />
  )
