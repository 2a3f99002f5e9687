import { useQuery } from '@tanstack/react-query'
import { getDirections } from '@/lib/api/sdk.gen'
import type { Point } from '@/lib/scope/guards'
import { routeQuery } from './use-priced-trip'

const modes = ['driving', 'walking', 'bicycling'] as const

/** The route between two points: by car, else on foot, else by bicycle. undefined if there is none (MAP-02). */
export function useRoute(from: Point | undefined, to: Point | undefined) {
  const { data } = useQuery({
    queryKey: ['route', from, to],
    queryFn: async () => {
      if (!from || !to) return null
      for (const mode of modes) {
        const { data: route } = await getDirections({ query: { ...routeQuery(from, to), mode } })
        if (route && route.path.length > 1) return route
      }
      return null
    },
    enabled: from !== undefined && to !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  return data ?? undefined
}
