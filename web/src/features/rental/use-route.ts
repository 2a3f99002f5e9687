import { skipToken, useQuery } from '@tanstack/react-query'
import { getDirections } from '@/lib/api/sdk.gen'
import { isNotFound } from '@/lib/requests/problems'
import type { Point } from '@/lib/scope/guards'
import { routeQuery } from './use-priced-trip'

const modes = ['driving', 'walking', 'bicycling'] as const

/** Returns the route by car, else on foot, else by bicycle; null if there is none (MAP-02). */
async function findRoute(from: Point, to: Point) {
  for (const mode of modes) {
    try {
      const { data } = await getDirections({ query: { ...routeQuery(from, to), mode }, throwOnError: true })
      if (data.path.length > 1) return data
    } catch (error) {
      // After another error it is not known whether there is a route.
      if (!isNotFound(error)) throw error
    }
  }
  return null
}

/** The route between two points. null: there is none by any of them; undefined: none is known yet. */
export function useRoute(from: Point | undefined, to: Point | undefined) {
  const { data } = useQuery({
    queryKey: ['route', from, to],
    queryFn: from && to ? () => findRoute(from, to) : skipToken,
    staleTime: Infinity,
  })
  return data
}
