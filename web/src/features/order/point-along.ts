import type { Point } from '@/lib/scope/guards'

/** Degrees of longitude are shorter away from the equator. */
function distance(a: Point, b: Point) {
  const north = b.lat - a.lat
  const east = (b.lng - a.lng) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Returns the point at a share of a route, from 0 to 1; undefined without a route. */
export function pointAlong(way: readonly Point[], share: number): Point | undefined {
  const [first] = way
  if (!first) return undefined
  const legs = way.slice(1).map((to, index) => ({ from: way[index] ?? to, to }))
  const lengths = legs.map(({ from, to }) => distance(from, to))
  let left = Math.min(Math.max(share, 0), 1) * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, { from, to }] of legs.entries()) {
    const length = lengths[index] ?? 0
    if (left <= length && length > 0) {
      const part = left / length
      return { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part }
    }
    left -= length
  }
  return way.at(-1)
}
