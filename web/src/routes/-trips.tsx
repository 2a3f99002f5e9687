import { useCallback, useState, type ReactNode } from 'react'
import { lazyExtra, lazyOverlay } from '@/components/loading/lazy'
import type { MapDialog } from '@/contracts/map-dialog'
import { RentProvider, type Rent } from '@/contracts/rent-vehicle'
import type { RentRequest } from '@/features/trip-cart/rent-host'
import { adoptFirstModule } from '@/lib/scope/adopt-module'

const RentHost = lazyExtra(() => import('@/features/trip-cart/rent-host'))
const PlaceMapDialog = lazyOverlay(() => import('@/features/place/place-map-dialog'))

/** The dialog for the places of a trip. */
export const mapDialog: MapDialog = (dialog) => <PlaceMapDialog {...dialog} />

/** Lets its children rent vehicles. The dialogs for that are loaded with the first one. */
export function Trips({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<RentRequest>()
  const rent = useCallback<Rent>((vehicle, trip) => {
    adoptFirstModule(vehicle)
    setRequest((before) => ({ nth: (before?.nth ?? 0) + 1, vehicle, trip }))
  }, [])
  return (
    <RentProvider value={rent}>
      {children}
      {request && <RentHost request={request} mapDialog={mapDialog} />}
    </RentProvider>
  )
}
