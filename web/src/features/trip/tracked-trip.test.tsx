import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TrackedPurchaseView, TrackedTripView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { testTrackedTrip } from '@/test/trip-fixtures'
import TrackedTrip from './tracked-trip'

const phone = '+12025550123'
const poll = 20_000
const old = 'Reconnecting. What you see may be a moment old.'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Answers as the test says. Returns what was asked. */
function serve(state: { trip: Partial<TrackedTripView> | 'gone' | 'offline' }) {
  const asked: string[] = []
  server.use(
    http.get('*/purchases/track', ({ request }) => {
      asked.push(`${new URL(request.url).search} ${request.headers.get('X-Phone')}`)
      if (state.trip === 'offline') return HttpResponse.error()
      if (state.trip === 'gone') return HttpResponse.json(refusal('not_found', 'None was found.'), { status: 404 })
      return HttpResponse.json<TrackedPurchaseView>({ trip: { ...testTrackedTrip, ...state.trip } })
    }),
  )
  return asked
}

const show = (trip: Partial<TrackedTripView> = {}) =>
  renderApp(<TrackedTrip first={{ ...testTrackedTrip, ...trip }} phone={phone} />)

const headline = (name: string) => screen.findByRole('heading', { level: 1, name })

/** The steps of the bar that are reached, and the present one; undefined without a bar. */
function reached() {
  const bar = screen.queryByRole('list', { name: 'How far your trip is' })
  if (!bar) return undefined
  const steps = within(bar).getAllByRole('listitem')
  return steps.filter(({ dataset }) => dataset['state'] !== 'next').map((step) => step.textContent)
}

test('ORD-02 D29 a found trip shows its status, its vehicles and its times in the zone of the provider', async () => {
  show()
  expect(await headline('Confirmed')).toBeVisible()
  expect(screen.getByText(/^Trip 17 ·/)).toHaveTextContent('Trip 17 · Anchor Car Hire')
  expect(screen.getByText('2 × Finch')).toBeVisible()
  expect(screen.getByText('Pickup').nextSibling).toHaveTextContent('14:00') // 9:00 UTC in the Maldives
  expect(screen.getByText('Return by').nextSibling).toHaveTextContent('17:00')
  expect(reached()).toEqual([expect.stringMatching(/^Booked.*14:00/), expect.stringMatching(/^Confirmed.*14:10/)])
  expect(screen.getByText(/^Provider ·/)).toBeVisible()
})

test.each<[string, Partial<TrackedTripView>, string, number | undefined]>([
  ['is under way', { trip_status: 'ongoing', started_at: '2026-01-31T09:05:00Z' }, 'Under way', 3],
  ['is over', { trip_status: 'completed', returned_at: '2026-01-31T12:00:00Z' }, 'Completed', 4],
  ['was refunded', { trip_status: 'refunded' }, 'Refunded', 4],
  ['was canceled', { trip_status: 'canceled' }, 'This trip was canceled', undefined],
])('RNT-11 D29 a trip that %s says so', async (_what, trip, words, steps) => {
  show(trip)
  expect(await headline(words)).toBeVisible()
  expect(reached()?.length).toBe(steps)
})

test('TRAP_O6 D29 it moves without a reload until it is over, and the phone is in no URL', async () => {
  const state: Parameters<typeof serve>[0] = { trip: { trip_status: 'ongoing', started_at: '2026-01-31T09:05:00Z' } }
  const asked = serve(state)
  show()
  await headline('Confirmed')
  expect(asked).toEqual([])
  await wait(poll)
  expect(await headline('Under way')).toBeVisible()
  expect(screen.getAllByText('Picked up').at(-1)!.nextSibling).toHaveTextContent('14:05')
  state.trip = { trip_status: 'completed' }
  await wait(poll)
  expect(await headline('Completed')).toBeVisible()
  await wait(3 * poll)
  expect(asked).toEqual([`?purchase_id=17 ${phone}`, `?purchase_id=17 ${phone}`])
})

test('TRAP_O6 D29 a lost connection is shown, and the trip is asked for again', async () => {
  const state: Parameters<typeof serve>[0] = { trip: 'offline' }
  serve(state)
  show()
  await headline('Confirmed')
  expect(screen.queryByText(old)).toBeNull()
  await wait(poll)
  expect(await screen.findByText(old)).toBeVisible()
  expect(screen.getByText('2 × Finch')).toBeVisible()
  state.trip = { trip_status: 'ongoing' }
  await wait(poll)
  expect(await headline('Under way')).toBeVisible()
  expect(screen.queryByText(old)).toBeNull()
})

test('TRAP_P1 D29 one that its number and phone no longer find is gone, and is not guessed at', async () => {
  const asked = serve({ trip: 'gone' })
  show()
  await headline('Confirmed')
  await wait(poll)
  expect(await screen.findByText('None was found.')).toBeVisible()
  expect(screen.queryByText('2 × Finch')).toBeNull()
  await wait(3 * poll)
  expect(asked).toHaveLength(1)
})
