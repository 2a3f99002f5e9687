import { useEffect, useEffectEvent, useRef } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import type { VehicleView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import type { Trip } from '@/contracts/rent-vehicle'
import { ChangeDurationDialog, ChangeTypeDialog } from './change-trip-dialogs'
import { SameProviderDialog } from './same-provider-dialog'
import { TripVehicleListDialog } from './trip-vehicle-list-dialog'
import { useRent, type Question } from './use-rent'

const BookingDialog = lazyOverlay(() => import('./booking-dialog'))

/** A call of rent. nth tells the calls apart. */
export type RentRequest = { nth: number; vehicle: VehicleView; trip?: Trip }

type Props = { request: RentRequest; mapDialog: MapDialog }

/** Carries out the last call of rent, with all its dialogs (RNT-06). */
export default function RentHost({ request, mapDialog }: Props) {
  const { rental, question, conflicts, failure, isBusy, begin, book, agree, close } = useRent()
  const begun = useRef(0)
  const beginOnce = useEffectEvent(({ nth, vehicle, trip }: RentRequest) => {
    if (begun.current === nth) return // React runs effects twice while developing
    begun.current = nth
    begin(vehicle, trip)
  })
  useEffect(() => beginOnce(request), [request])

  if (!rental) return null
  const { vehicle, trip } = rental
  const dialogOf = (kind: Question) => ({
    opened: question === kind,
    busy: isBusy,
    onConfirm: agree,
    onClose: close,
  })
  return (
    <>
      <BookingDialog
        vehicle={vehicle}
        opened={question === 'booking'}
        busy={isBusy}
        failure={failure}
        mapDialog={mapDialog}
        onSubmit={book}
        onClose={close}
      />
      <SameProviderDialog vehicle={vehicle} {...dialogOf('provider')} />
      {trip && <ChangeTypeDialog trip={trip} {...dialogOf('type')} />}
      {trip && <ChangeDurationDialog trip={trip} {...dialogOf('duration')} />}
      <TripVehicleListDialog lines={conflicts} {...dialogOf('conflicts')} />
    </>
  )
}
