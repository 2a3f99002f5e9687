import { placeName, type Trip, type TripPlace, type TripType } from '@/contracts/rent-vehicle'
import type {
  PostTripCartInputBody,
  TripPlaceView,
  TripUserDataView,
  VehicleProviderView,
  VehicleView,
} from '@/lib/api/types.gen'
import { toPickupTime } from '@/lib/text/wall-time'

type Payload = Pick<
  PostTripCartInputBody,
  'rental_type' | 'estimated_hours' | 'pickup_location' | 'destination_location' | 'pickup_time'
>

const two = (value: number) => String(value).padStart(2, '0')

/** Reads a pickup time of the API (RNT-15). A text that is none is ''. */
export function fromPickupTime(text: string): string {
  const [, date, hour, minute, half] = /^(\d{4}-\d\d-\d\d) (\d{1,2}):(\d\d) (AM|PM)$/.exec(text) ?? []
  return date ? `${date}T${two((Number(hour) % 12) + (half === 'PM' ? 12 : 0))}:${minute}` : ''
}

/**
 * Returns a trip with its pickup: without one, where the provider is. The server keeps the pickup of the
 * cart if a request has none.
 */
export const withPickup = (trip: Trip, { name, address, latitude, longitude }: VehicleProviderView): Trip =>
  trip.pickup ? trip : { ...trip, pickup: { location_name: placeName(address || name), lat: latitude, lng: longitude } }

/** A destination without a name is none: the server keeps the one of the cart if a request has none. */
const noDestination: TripPlaceView = { location_name: '' }

/** Returns the trip as a request says it. Prices, distance and hours are the server's (C5). */
export const payloadOf = ({ type, hours, pickup, destination, pickupAt }: Trip): Payload => ({
  rental_type: type,
  estimated_hours: type === 'hourly' ? hours : undefined,
  pickup_location: pickup,
  destination_location: destination ?? noDestination,
  pickup_time: toPickupTime(pickupAt),
})

/** A place without a point is none. */
const placeOf = ({ location_name, lat, lng }: TripPlaceView): TripPlace | undefined =>
  lat === undefined || lng === undefined ? undefined : { location_name, lat, lng }

/** Returns the trip of a cart. */
export const tripOf = (user: TripUserDataView): Trip => ({
  type: user.rental_type,
  hours: user.estimated_hours,
  pickup: placeOf(user.pickup_location),
  destination: placeOf(user.destination_location),
  pickupAt: fromPickupTime(user.pickup_time),
})

/** Returns the trip types by which a vehicle is rented. */
export const typesOf = ({ trip_hourly, trip_distance }: VehicleView): TripType[] => [
  ...(trip_hourly === 1 ? (['hourly'] as const) : []),
  ...(trip_distance === 1 ? (['distance_wise'] as const) : []),
]
