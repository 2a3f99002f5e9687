import { noChat } from '@/test/fixtures'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrdersStateView, TripView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { MyTrips } from './my-trips'
import { Trip } from './trip'

const token = 'token-of-trip-00001'
const ongoing: TripView = { ...testTrip, trip_status: 'ongoing', can_cancel: false }

afterEach(() => vi.useRealTimers())

/** Serves the trip as it is. Returns how often it was fetched. */
function serve(state: { trip: TripView }) {
  let fetched = 0
  server.use(
    http.get('*/rental/trips/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/rental/trips/17', () => {
      fetched++
      return HttpResponse.json(state.trip)
    }),
  )
  return () => fetched
}

test('RNT-11 TRAP_O6 a trip is followed live with its token, until it is over', async () => {
  const fetched = serve({ trip: testTrip })
  const tokens: (string | null)[] = []
  const stream = liveStream<TripView>('*/rental/trips/17/events', 'trip', ({ headers }) =>
    tokens.push(headers.get('X-Order-Token')),
  )
  renderApp(<Trip id={17} token={token} />)
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(ongoing)
  expect(await screen.findByRole('heading', { level: 1, name: 'Under way' })).toBeVisible()
  stream.says({ ...testTrip, updated_at: '2020-01-01T00:00:00Z' }) // an event from before
  expect(screen.getByRole('heading', { level: 1, name: 'Under way' })).toBeVisible()
  stream.says({ ...ongoing, trip_status: 'completed' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
  await waitFor(() => expect(stream.left()).toBe(1))
  expect(tokens).toEqual([token])
  expect(fetched()).toBe(1)
})

test('RNT-11 TRAP_O6 a trip that is over is followed while a refund is awaited', async () => {
  const refund = {
    id: 3,
    refund_status: 'requested',
    reason: 'It was dirty',
    note: '',
    images: [],
    lines: [],
    by_amount: false,
    amount: 0,
    answer: '',
    created_at: '2126-11-20T10:00:00Z',
  } as const
  const over: TripView = {
    ...testTrip,
    trip_status: 'completed',
    can_cancel: false,
    refunds: [{ ...refund, images: [], lines: [] }],
  }
  serve({ trip: over })
  const stream = liveStream<TripView>('*/rental/trips/17/events', 'trip')
  renderApp(<Trip id={17} token={token} />)
  expect(await screen.findByRole('region', { name: 'You asked for a refund' })).toBeVisible()
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says({
    ...over,
    refunds: [{ ...refund, images: [], lines: [], refund_status: 'refused', answer: 'It was clean.' }],
  })
  expect(await screen.findByText('Answer: It was clean.')).toBeVisible()
  await waitFor(() => expect(stream.left()).toBe(1))
})

test('RNT-11 TRAP_O6 a trip that no stream follows is polled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const state = { trip: testTrip }
  serve(state)
  server.use(http.get('*/rental/trips/17/events', () => new HttpResponse(null, { status: 404 })))
  renderApp(<Trip id={17} token={token} />)
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
  state.trip = ongoing
  await vi.advanceTimersByTimeAsync(21_000)
  expect(await screen.findByRole('heading', { level: 1, name: 'Under way' })).toBeVisible()
})

/** The event of the stream for a trip that is under way. */
const moved: OrdersStateView = {
  running: { total_size: 0, orders: [] },
  past: { total_size: 0, orders: [] },
  trips: [
    {
      id: ongoing.id,
      trip_status: ongoing.trip_status,
      awaits_payment: ongoing.awaits_payment,
      updated_at: ongoing.updated_at,
    },
  ],
  unread_notifications: 0,
  latest_notification: 0,
  chat: noChat,
}

const listOf = (trip: TripView) => HttpResponse.json({ trips: [trip], total_size: 1, limit: 20, offset: 1 })

test('RNT-11 TRAP_O6 the list of trips is fetched again when one of them moved', async () => {
  write({ token: 'token-0123456789abcdef' })
  let trip = testTrip
  server.use(http.get('*/rental/trips', () => listOf(trip)))
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  renderApp(<MyTrips state="running" onState={() => {}} />)
  expect(await screen.findByText('Confirmed')).toBeVisible()
  await waitFor(() => expect(stream.opened()).toBe(1))
  trip = ongoing
  stream.says(moved)
  expect(await screen.findByText('Under way')).toBeVisible()
})

test('RNT-11 TRAP_O6 a list of trips that an event overtakes is fetched again', async () => {
  write({ token: 'token-0123456789abcdef' })
  const [respond, isTime] = gate()
  const overtaken = vi.fn(async () => {
    await isTime
    return listOf(testTrip)
  })
  server.use(
    http.get('*/rental/trips', overtaken, { once: true }),
    http.get('*/rental/trips', () => listOf(ongoing)),
  )
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  renderApp(<MyTrips state="running" onState={() => {}} />)
  await waitFor(() => expect([overtaken.mock.calls.length, stream.opened()]).toEqual([1, 1]))
  stream.says(moved)
  respond()
  expect(await screen.findByText('Under way')).toBeVisible()
})
