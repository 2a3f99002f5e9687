import type { Point } from '@/lib/scope/guards'

const locateTimeout = 5000 // ms, LOC-03

type LocateReason = 'refused' | 'timeout' | 'unavailable'

/** The reason why the device did not return its location. */
export class LocateProblem extends Error {
  override name = 'LocateProblem'
  readonly reason: LocateReason
  constructor(reason: LocateReason) {
    super(reason)
    this.reason = reason
  }
}

const reasons: Record<number, LocateReason> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' }

/** Returns the device's location (LOC-03). A rough one is enough, because it is faster. */
export function locate(): Promise<Point> {
  return new Promise((resolve, reject) => {
    // Missing on pages without HTTPS.
    if (!('geolocation' in navigator)) {
      reject(new LocateProblem('unavailable'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new LocateProblem(reasons[code] ?? 'unavailable')),
      { enableHighAccuracy: false, timeout: locateTimeout },
    )
  })
}
