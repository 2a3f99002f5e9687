import type { TripCartView, VehiclesOutputBody, VehicleView } from '../web/src/lib/api/types.gen.ts'
import type { Guest } from './guest.ts'
import type { TownAPI } from './town-api.ts'

/** Every vehicle of the middle of town. */
export async function vehiclesOf(api: TownAPI): Promise<VehicleView[]> {
  const headers = { zoneid: JSON.stringify((await api.place()).zoneIds), moduleId: String((await api.module('rental')).id) }
  return (await api.get<VehiclesOutputBody>('/rental/vehicles?limit=100', headers)).vehicles
}

/** A vehicle of a kind. */
export async function vehicleOf(api: TownAPI, what: string, fits: (vehicle: VehicleView) => boolean): Promise<VehicleView> {
  const found = (await vehiclesOf(api)).find(fits)
  if (!found) throw new Error(`the town has no ${what}`)
  return found
}

/** Reports whether a vehicle is rented by the hour and by distance, and there are several of it. */
export const isRentedBothWays = (vehicle: VehicleView) =>
  vehicle.trip_hourly === 1 && vehicle.trip_distance === 1 && vehicle.total_vehicle_count > 1

/** A vehicle that is rented both ways. */
export const anyVehicle = (api: TownAPI, fits: (vehicle: VehicleView) => boolean = () => true) =>
  vehicleOf(api, 'vehicle that is rented both ways', (vehicle) => isRentedBothWays(vehicle) && fits(vehicle))

/** Puts a vehicle into a guest's trip cart, for three hours from its provider's own place. */
export const rent = (api: TownAPI, guest: Guest, vehicle: VehicleView, trip: object = { rental_type: 'hourly', estimated_hours: 3 }) =>
  api.send<TripCartView>('POST', '/rental/cart', { ...trip, vehicle_id: vehicle.id, quantity: 1, guest_id: guest.id }, 'rental')
