import { http, HttpResponse } from 'msw'
import { Trip } from '@/features/trip/trip'
import type { TripView } from '@/lib/api/types.gen'
import { renderApp } from './render-app'
import { server } from './server'
import { testTrip } from './trip-fixtures'

/** Of the trip 17. */
export const tripToken = 'token-of-trip-00001'

/** Answers with a trip, which the test may change. */
export function serveTrip(trip: Partial<TripView> = {}) {
  const state = { trip: { ...testTrip, ...trip } }
  server.use(
    http.get('*/rental/trips/cancel-reasons', () =>
      HttpResponse.json({ reasons: [{ id: 'mistake', reason: 'I booked by mistake' }] }),
    ),
    http.get('*/rental/trips/17', () => HttpResponse.json(state.trip)),
  )
  return state
}

export const openTrip = () => renderApp(<Trip id={17} token={tripToken} />)
