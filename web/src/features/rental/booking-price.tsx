import { useTripCart } from '@/contracts/trip-cart'
import type { VehicleView } from '@/lib/api/types.gen'
import { Estimated, StartPrice } from './vehicle-price'

/** 'Start From', or 'Estimated' with the hours or kilometres while the vehicle is in the trip cart (RNT-05). */
export function BookingPrice({ vehicle }: { vehicle: VehicleView }) {
  const { cart, lineOf } = useTripCart()
  const [line, trip] = [lineOf(vehicle.id), cart?.user_data]
  if (!line || !trip) return <StartPrice vehicle={vehicle} size="lg" />
  return (
    <Estimated
      price={line}
      trip={{ type: trip.rental_type, hours: trip.estimated_hours, km: trip.distance }}
      size="lg"
    />
  )
}
