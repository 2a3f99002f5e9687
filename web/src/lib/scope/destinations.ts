import { isPoint, isRecord, type Point } from './guards'
import { readJson, write } from './local-storage'

/** A place searched for before: its address text and where it is. */
export type Destination = { location: string; point: Point }

const maxDestinations = 5

const isDestination = (value: unknown): value is Destination =>
  isRecord(value) && typeof value.location === 'string' && value.location !== '' && isPoint(value.point)

/** The last five destinations, the newest first (LOC-14). */
export function lastDestinations(): Destination[] {
  const value = readJson('last_destinations')
  return Array.isArray(value) ? value.filter(isDestination).slice(0, maxDestinations) : []
}

export function rememberDestination(destination: Destination) {
  const others = lastDestinations().filter(({ location }) => location !== destination.location)
  write({ last_destinations: JSON.stringify([destination, ...others].slice(0, maxDestinations)) })
}
