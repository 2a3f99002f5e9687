import type { ZoneView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'

/** Whether a point is inside a zone. The server decides about its edge. */
export function contains({ coordinates }: Pick<ZoneView, 'coordinates'>, { lat, lng }: Point) {
  let isInside = false
  coordinates.forEach((to, at) => {
    const from = coordinates[at - 1]
    if (!from || from.lat > lat === to.lat > lat) return
    if (lng < ((to.lng - from.lng) * (lat - from.lat)) / (to.lat - from.lat) + from.lng) isInside = !isInside
  })
  return isInside
}

/** A point in the middle of a zone. */
export function middleOf({ coordinates }: Pick<ZoneView, 'coordinates'>): Point {
  const mean = (of: (point: Point) => number) =>
    coordinates.reduce((sum, point) => sum + of(point), 0) / Math.max(coordinates.length, 1)
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}
