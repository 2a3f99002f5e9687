/** The zoom levels at the start of a map, and its limits (MAP-01). */
export const zoom = {
  /** Around one point. */
  point: 17,
  /** With an area on it, and no point to begin at. */
  area: 9,
  /** The delivery map, before it has its pins. */
  delivery: 10,
  min: 1,
  max: 21,
} as const

export type MapStart = 'point' | 'area' | 'delivery'
