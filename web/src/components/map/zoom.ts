/** How far in a map begins, and how far it goes (MAP-01). */
export const zoom = {
  /** Around one point. */
  point: 17,
  /** With an area on it. */
  area: 9,
  /** The delivery map, before it has found its pins. */
  delivery: 10,
  min: 1,
  max: 21,
} as const

export type MapStart = 'point' | 'area' | 'delivery'
