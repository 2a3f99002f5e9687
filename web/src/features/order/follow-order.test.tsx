import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { FollowOutputBody, TrackingView } from '@/lib/api/types.gen'
import { liveStream } from '@/test/live-stream'
import { testParcel } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testTracking } from '@/test/trade-fixtures'
import { FollowOrder } from './follow-order'

// Maps need WebGL. The tests only check what is put on them.
vi.mock('@/components/map/map-view', () => ({
  MapView: ({ label, pins }: { label: string; pins: { kind: string; label: string }[] }) => (
    <figure aria-label={label}>{pins.map((pin) => pin.label).join()}</figure>
  ),
}))

const token = 'following-token-0123456789'

/** What the server lets a follower see. */
const tracking: TrackingView = {
  ...testTracking,
  order_type: 'parcel',
  store_point: undefined,
  route: [],
  can_cancel: false,
}
const known: FollowOutputBody = { tracking, sold_by: 'Parcel', parcel: testParcel.parcel, to_pay: 2.1 }

/** Answers the call in turn, the last answer again and again. Returns the tokens. */
function serve(...answers: (FollowOutputBody | 'lost' | 'busy' | 'unknown' | 'ended')[]) {
  const tokens: (string | null)[] = []
  server.use(
    http.get('*/orders/17/follow', ({ request }) => {
      tokens.push(request.headers.get('X-Order-Token'))
      const answer = answers[Math.min(tokens.length, answers.length) - 1]
      if (answer === 'busy') return HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })
      if (answer === 'ended') return HttpResponse.json(refusal('link_ended', 'It ended.'), { status: 404 })
      if (answer === 'unknown') return HttpResponse.json(refusal('not_found', 'No.'), { status: 404 })
      return answer === 'lost' ? HttpResponse.error() : HttpResponse.json(answer)
    }),
  )
  return tokens
}

const live = () => {
  const stream = liveStream<TrackingView>('*/orders/17/events', 'tracking', ({ headers }) =>
    expect(headers.get('X-Order-Token')).toBe(token),
  )
  return { ...stream, says: (part: Partial<TrackingView>) => stream.says({ ...tracking, ...part }) }
}

test('PCL-01 a receiver sees the parcel, where it goes and what to pay', async () => {
  live()
  const tokens = serve(known)
  renderApp(<FollowOrder id={17} token={token} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
  expect(screen.getByText('Documents').parentElement).toHaveTextContent('2 × Documents')
  expect(screen.getByText(/^Please have/)).toHaveTextContent(
    'Please have $2.10 in cash ready: you pay the rider at the door.',
  )
  const moves = within(screen.getByRole('region', { name: 'What happened' }))
  expect(moves.queryByText(/^You/)).toBeNull()
  expect(moves.getByText(/^Sender/)).toBeVisible()
  expect(screen.getByRole('figure')).toHaveTextContent(/^Brought here$/)
  expect(tokens).toEqual([token])
})

test('PCL-01 TRAP_O6 a parcel whose stream is refused is polled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.use(http.get('*/orders/17/events', () => new HttpResponse(null, { status: 404 })))
  serve(known, { ...known, tracking: { ...tracking, order_status: 'picked_up', step: 3 } })
  renderApp(<FollowOrder id={17} token={token} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(21_000)
  expect(await screen.findByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
})

test('PCL-01 TRAP_O6 it comes live, also after the connection was lost', async () => {
  const stream = live()
  serve(known, { ...known, to_pay: 0 })
  renderApp(<FollowOrder id={17} token={token} />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  const rider = { name: 'Iris', vehicle: 'Bicycle', progress: 0.5, point: { lat: -11.405, lng: 65.2 } }
  stream.says({ order_status: 'picked_up', step: 3, rider, updated_at: '2126-11-20T08:50:00Z' })
  expect(await screen.findByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
  expect(screen.getByText('brings the parcel')).toBeVisible()
  expect(screen.getByRole('figure')).toHaveTextContent('Brought here,Iris, your rider')
  stream.hangsUp()
  await waitFor(() => expect(stream.opened()).toBe(2), { timeout: 10_000 })
  stream.says({ order_status: 'delivered', step: 4, updated_at: '2126-11-20T09:00:00Z' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(screen.queryByText(/^Please have/)).toBeNull()
})

test('PCL-01 what was seen stays when it cannot be fetched again', async () => {
  const stream = live()
  serve(known, 'lost')
  renderApp(<FollowOrder id={17} token={token} />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says({ order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:40:00Z' })
  expect(await screen.findByRole('heading', { level: 1, name: 'A rider comes to pick it up' })).toBeVisible()
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  expect(screen.getByText('Documents')).toBeVisible()
})

test('PCL-01 ORD-02 no arrival is promised once a parcel without a rider is late', async () => {
  const stream = live()
  const late = { estimated_from: '2006-11-20T08:50:00Z', estimated_to: '2006-11-20T09:05:00Z' }
  serve({ ...known, tracking: { ...tracking, ...late } })
  renderApp(<FollowOrder id={17} token={token} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
  expect(screen.queryByText('Any minute now')).toBeNull()
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says({ ...late, order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:36:00Z' })
  expect(await screen.findByText('Any minute now')).toBeVisible()
})

test('PCL-01 a parcel that cannot be read for now can be tried again', async () => {
  live()
  serve('busy', known)
  const { user } = renderApp(<FollowOrder id={17} token={token} />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
})

test('PCL-01 a link that is not whole says so', async () => {
  serve('unknown')
  const { unmount } = renderApp(<FollowOrder id={17} token={token} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
  expect(screen.getByText(/^Perhaps a part of it is missing/)).toBeVisible()
  unmount()
  renderApp(<FollowOrder id={17} token={undefined} />)
  expect(screen.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
})

test('PCL-01 a link that has ended says so, and does not ask for the whole link', async () => {
  serve('ended')
  renderApp(<FollowOrder id={17} token={token} />)
  expect(await screen.findByText(/^It showed the parcel until 30 days/)).toBeVisible()
  expect(screen.queryByText(/a part of it is missing/)).toBeNull()
})
