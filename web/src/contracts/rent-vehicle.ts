import { useIsMutating } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { TripPlaceView, TripUserDataView, VehicleView } from '@/lib/api/types.gen'

/** What a trip is charged by. */
export type TripType = TripUserDataView['rental_type']

/** A place of a trip, with its point. */
export type TripPlace = Required<TripPlaceView>

/** Cuts the name of a place to what the server accepts. */
export const placeName = (text: string) => text.slice(0, 300)

/** A trip, as a search or a form says it (RNT-01). */
export type Trip = {
  type: TripType
  /** Of an hourly trip. The server rounds it up (D2). */
  hours: number
  /** undefined: where the provider is. */
  pickup?: TripPlace
  /** A trip by distance needs one. */
  destination?: TripPlace
  /** The wall time of the provider's zone, such as 2026-01-31T15:30. '' or in the past: now (RNT-08). */
  pickupAt: string
}

/**
 * Adds a vehicle to the trip cart. With the trip of a search it adds at once, and asks what has to
 * be asked (RNT-06). Without a trip it opens the booking form first.
 */
export type Rent = (vehicle: VehicleView, trip?: Trip) => void

/** The mutation key of adding a vehicle. */
export const rentKey = ['trip-cart', 'add']

const RentContext = createContext<Rent | undefined>(undefined)

/** Its value is always the same function. */
export const RentProvider = RentContext.Provider

/** Returns the function that rents a vehicle, and whether it is adding one now. */
export function useRentVehicle(): { rent: Rent; isPending: boolean } {
  const rent = use(RentContext)
  if (!rent) throw new Error('useRentVehicle needs a RentProvider above it')
  return { rent, isPending: useIsMutating({ mutationKey: rentKey }) > 0 }
}
