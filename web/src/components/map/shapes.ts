import type { Point } from '@/lib/scope/guards'
import type { ZoneView } from '@/lib/api/types.gen'

/** A pin on the map. */
export type MapPin = {
  id: string
  kind: 'place' | 'store' | 'rider'
  point: Point
  /** Its accessible name: "Your address". */
  label: string
}

/** west, south, east, north; degrees. */
export type Box = [number, number, number, number]

/** Returns the smallest box around the points, or undefined for none. */
export function boxAround(points: readonly Point[]): Box | undefined {
  if (points.length === 0) return undefined
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

export const cornersOf = (zones: readonly ZoneView[]): Point[] => zones.flatMap(({ coordinates }) => coordinates)

const position = ({ lat, lng }: Point): [number, number] => [lng, lat]

export function zoneShapes(zones: readonly ZoneView[]) {
  return {
    type: 'FeatureCollection' as const,
    features: zones.map(({ name, coordinates }) => ({
      type: 'Feature' as const,
      properties: { name },
      geometry: { type: 'Polygon' as const, coordinates: [coordinates.map(position)] },
    })),
  }
}

export function routeShape(route: readonly Point[]) {
  return {
    type: 'FeatureCollection' as const,
    features:
      route.length < 2
        ? []
        : [
            {
              type: 'Feature' as const,
              properties: {},
              geometry: { type: 'LineString' as const, coordinates: route.map(position) },
            },
          ],
  }
}
