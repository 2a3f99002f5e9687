import { placeName, type Trip, type TripType } from '@/contracts/rent-vehicle'
import { isPoint, type Point } from '@/lib/scope/guards'
import type { Scope } from '@/lib/scope/scope'
import { instantOf, isWallTime } from '@/lib/text/wall-time'

export type TripPlace = { location: string; point: Point }

/** The trip that somebody searches for. */
export type SearchTrip = {
  type: TripType
  /** Of an hourly trip: its length, unless it has an end. */
  hours: number
  /** Of an hourly trip: its end, by the clocks of the zone. */
  until?: string
  /** undefined: where the provider is. */
  pickup?: TripPlace
  destination?: TripPlace
  /** By the clocks of the zone; undefined: now. */
  pickupTime?: string
}

/** A trip as the URL spells it. */
export type TripText = {
  trip_type?: TripType
  hours?: string
  until?: string
  pickup?: string
  pickup_at?: string
  destination?: string
  destination_at?: string
  pickup_time?: string
}

export const maxHours = 8760 // a year, as the server allows

/** A new trip, from the current place. */
export const newTrip = ({ location, point }: Pick<Scope, 'location' | 'point'>): SearchTrip => ({
  type: 'hourly',
  hours: 1,
  pickup: location && point ? { location, point } : undefined,
})

/** Returns the trip for which a vehicle is rented. */
export const rentedTrip = (trip: SearchTrip, zone: string, now: number): Trip => ({
  type: trip.type,
  hours: chargedHours(trip, zone, now),
  pickup: trip.pickup && { location_name: trip.pickup.location, ...trip.pickup.point },
  destination: trip.destination && { location_name: trip.destination.location, ...trip.destination.point },
  pickupAt: trip.pickupTime ?? '',
})

/** Reads the trip of a URL; undefined without one. Parts that are no such thing are left out. */
export function readTrip(query: Record<string, unknown>): SearchTrip | undefined {
  const type = (['hourly', 'distance_wise'] as const).find((each) => each === query.trip_type)
  if (!type) return undefined
  const hours = Number(query.hours)
  return {
    type,
    hours: Number.isInteger(hours) && hours >= 1 && hours <= maxHours ? hours : 1,
    until: isWallTime(query.until) ? query.until : undefined,
    pickup: readPlace(query.pickup, query.pickup_at),
    destination: readPlace(query.destination, query.destination_at),
    pickupTime: isWallTime(query.pickup_time) ? query.pickup_time : undefined,
  }
}

function readPlace(location: unknown, at: unknown): TripPlace | undefined {
  if (typeof location !== 'string' || typeof at !== 'string') return undefined
  const [lat, lng, ...rest] = at.split(',').map(Number)
  const point = { lat, lng }
  return rest.length === 0 && isPoint(point) ? { location: placeName(location), point } : undefined
}

/** Returns the trip as the URL spells it; undefined removes a name. */
export function writeTrip(trip: SearchTrip | undefined) {
  const isHourly = trip?.type === 'hourly'
  return {
    trip_type: trip?.type,
    hours: isHourly && !trip.until ? String(trip.hours) : undefined,
    until: isHourly ? trip.until : undefined,
    pickup: trip?.pickup?.location,
    pickup_at: writePoint(trip?.pickup),
    destination: trip?.destination?.location,
    destination_at: writePoint(trip?.destination),
    pickup_time: trip?.pickupTime,
  } satisfies Partial<Record<keyof TripText, string | undefined>>
}

const writePoint = (place: TripPlace | undefined) => place && `${place.point.lat},${place.point.lng}`

/**
 * The hours that are charged: whole, at least one, rounded up (D2). They are elapsed hours, also when clocks change (H8).
 * As on the server, a trip begins with the next whole minute if its pickup is not in the future (RNT-08).
 */
export function chargedHours({ hours, until, pickupTime }: SearchTrip, zone: string, now: number): number {
  if (!until) return hours
  const nextMinute = Math.ceil(now / 60_000) * 60_000
  const start = pickupTime ? Math.max(instantOf(pickupTime, zone), nextMinute) : nextMinute
  return Math.min(Math.max(Math.ceil((instantOf(until, zone) - start) / 3_600_000), 1), maxHours)
}
