import type { Point } from '@/lib/scope/guards'

const patience = 5000 // ms, LOC-03

type LocateReason = 'refused' | 'timeout' | 'unavailable'

/** Why the device did not say where it is. */
export class LocateProblem extends Error {
  override name = 'LocateProblem'
  readonly reason: LocateReason
  constructor(reason: LocateReason) {
    super(reason)
    this.reason = reason
  }
}

const reasons: Record<number, LocateReason> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' }

/** Asks the device where it is (LOC-03): a rough answer soon, rather than an exact one late. */
export function locate(): Promise<Point> {
  return new Promise((resolve, reject) => {
    // Absent on pages that came without encryption.
    if (!('geolocation' in navigator)) {
      reject(new LocateProblem('unavailable'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new LocateProblem(reasons[code] ?? 'unavailable')),
      { enableHighAccuracy: false, timeout: patience },
    )
  })
}
