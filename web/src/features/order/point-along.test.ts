import { describe, expect, test } from 'vitest'
import { pointAlong } from './point-along'

describe('the point of the rider on the route', () => {
  const way = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 3 },
    { lat: 1, lng: 3 },
  ]

  test.each([
    [-1, { lat: 0, lng: 0 }],
    [0, { lat: 0, lng: 0 }],
    [0.375, { lat: 0, lng: 1.5 }],
    [1, { lat: 1, lng: 3 }],
    [2, { lat: 1, lng: 3 }],
  ])('at a share of %s', (share, point) => {
    const at = pointAlong(way, share)
    expect(at?.lat).toBeCloseTo(point.lat, 3)
    expect(at?.lng).toBeCloseTo(point.lng, 3)
  })

  test('is always on the route, and moves forward', () => {
    let last = -1
    for (let share = 0; share <= 1; share += 0.01) {
      const at = pointAlong(way, share)
      expect(at && (at.lat === 0 || at.lng === 3)).toBe(true)
      const gone = (at?.lng ?? 0) + (at?.lat ?? 0)
      expect(gone).toBeGreaterThan(last)
      last = gone
    }
  })

  test('without a route there is no point, and a route of one point is that point', () => {
    expect(pointAlong([], 0.5)).toBeUndefined()
    expect(pointAlong([{ lat: 1, lng: 2 }], 0.5)).toEqual({ lat: 1, lng: 2 })
    expect(
      pointAlong(
        [
          { lat: 1, lng: 2 },
          { lat: 1, lng: 2 },
        ],
        0.5,
      ),
    ).toEqual({ lat: 1, lng: 2 })
  })
})
