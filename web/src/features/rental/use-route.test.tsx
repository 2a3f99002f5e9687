import { renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { useRoute } from './use-route'

const from = { lat: -11.41, lng: 65.2 }
const to = { lat: -11.42, lng: 65.21 }
const route = { distanceMeters: 1500, duration: '420s', path: [from, to] }

const refused = (code: string, status: number) => () => HttpResponse.json(refusal(code, 'No.'), { status })
const noRoute = refused('not_found', 404)

/** Answers the call in turn, the last answer again and again. Returns the modes. */
function serve(...answers: (() => Response)[]) {
  const modes: (string | null)[] = []
  server.use(
    http.get('*/maps/directions', ({ request }) => {
      modes.push(new URL(request.url).searchParams.get('mode'))
      return answers[Math.min(modes.length, answers.length) - 1]?.()
    }),
  )
  return modes
}

const show = () => {
  const { wrapper, queryClient } = testApp()
  return { ...renderHook(() => useRoute(from, to), { wrapper }), queryClient }
}

test('MAP-02 a mode without a route is followed by the next one', async () => {
  const modes = serve(noRoute, noRoute, () => HttpResponse.json(route))
  const { result } = show()
  await waitFor(() => expect(result.current).toEqual(route))
  expect(modes).toEqual(['driving', 'walking', 'bicycling'])
})

test.each([
  ['no connection', () => HttpResponse.error()],
  ['a map service that does not respond', refused('map_unavailable', 424)],
  ['too many calls', refused('too_many', 429)],
])('MAP-02 after %s the route is asked for again', async (_name, failure) => {
  const modes = serve(failure, () => HttpResponse.json(route))
  const { result, queryClient } = show()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(result.current).toBeUndefined()
  expect(modes).toEqual(['driving'])
  await queryClient.refetchQueries({ stale: true })
  await waitFor(() => expect(result.current).toEqual(route))
  expect(modes).toEqual(['driving', 'driving'])
})
