import { FormattedMessage } from 'react-intl'
import type { VehicleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  available: {
    id: 'vehicle.available',
    defaultMessage: '{n, plural, one {# Vehicle available} other {# Vehicles available}}',
  },
})

/** How many a provider has (RNT-02), or how many are free in the time of the trip. */
export const Available = ({ vehicle }: { vehicle: Pick<VehicleView, 'available_units' | 'total_vehicle_count'> }) => (
  <FormattedMessage {...text.available} values={{ n: vehicle.available_units ?? vehicle.total_vehicle_count }} />
)
