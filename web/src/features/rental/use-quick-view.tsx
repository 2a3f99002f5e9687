import { useState } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import type { VehicleView } from '@/lib/api/types.gen'
import type { From } from './vehicle-href'
import type { SearchTrip } from './trip'

const QuickView = lazyOverlay(() => import('./quick-view'))

/** Returns a function that opens the quick view of a vehicle, and the dialog to render. */
export function useQuickView(from: From, trip?: SearchTrip) {
  const [vehicle, setVehicle] = useState<VehicleView>()
  const [opened, setOpened] = useState(false)
  return {
    open: (one: VehicleView) => {
      setVehicle(one)
      setOpened(true)
    },
    dialog: vehicle && (
      <QuickView
        key={vehicle.id}
        opened={opened}
        onClose={() => setOpened(false)}
        vehicle={vehicle}
        from={from}
        trip={trip}
      />
    ),
  }
}
