import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { DeliveryView, StoreDetail } from '@/lib/api/types.gen'
import { choosePlace } from '@/lib/scope/scope'
import { testStore } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { StoreHead } from './store-head'
import { StoreNotices } from './store-notices'

const store: StoreDetail = { ...testStore, schedules: [], categories: [] }
const here = { location: 'Harbour', point: { lat: -11.41, lng: 65.21 }, zoneIds: [1] }

/** 07:00 UTC is noon in the store's zone. */
const answer: DeliveryView = {
  delivers: true,
  delivery_charge: 2.4,
  distance_km: 1.432,
  distance_source: 'route',
  estimated_from: '2026-11-20T13:40:00Z',
  estimated_to: '2026-11-20T13:55:00Z',
}
const refusal: DeliveryView = { delivers: false, delivery_charge: 0, distance_km: 0, distance_source: 'none' }

function show(detail: Partial<StoreDetail> = {}) {
  const shown = { ...store, ...detail }
  return renderApp(
    <>
      <StoreHead store={shown} onInfo={() => {}} onReviews={() => {}} />
      <StoreNotices store={shown} />
    </>,
  )
}

/** Mocks the delivery call with the results of next; 'lost' is a network error. Returns the URLs of the calls. */
function deliveries(next: () => DeliveryView | 'lost') {
  const asked: string[] = []
  server.use(
    http.get('*/stores/:id/delivery', ({ request }) => {
      asked.push(new URL(request.url).pathname + new URL(request.url).search)
      const body = next()
      return body === 'lost' ? HttpResponse.error() : HttpResponse.json<DeliveryView>(body)
    }),
  )
  return asked
}

/** Returns a fact of the head, found by its name. */
const fact = (name: string) => screen.getByText(name).closest('div')

test('the delivery to the chosen place replaces the store’s general facts', async () => {
  choosePlace(here)
  const asked = deliveries(() => answer)
  show()
  // Before the response.
  expect(fact('Delivery')).toHaveTextContent('from $1.99')
  expect(fact('Delivery time')).toHaveTextContent('20–30 min')

  expect(await screen.findByText('$2.40')).toBeVisible()
  expect(fact('Delivery')).toHaveTextContent('Delivery$2.401.4 km')
  expect(fact('Arrives')).toHaveTextContent('18:40–18:55') // in the store's time zone, not the device's
  expect(screen.queryByText('20–30 min')).toBeNull()
  expect(asked).toEqual(['/api/v1/stores/3/delivery?latitude=-11.41&longitude=65.21'])
})

test('RTL numbers keep their own direction', async () => {
  choosePlace(here)
  deliveries(() => answer)
  show()
  for (const number of ['$2.40', '1.4 km', '18:40', '18:55']) {
    expect((await screen.findByText(number)).tagName).toBe('BDI')
  }
})

test.each([
  [0.004, '10 m'],
  [0.347, '350 m'],
  [0.999, '1,000 m'],
  [1, '1 km'],
  [12.36, '12.4 km'],
])('a distance of %d km is shown as %s', async (distance_km, written) => {
  choosePlace(here)
  deliveries(() => ({ ...answer, distance_km }))
  show()
  expect(await screen.findByText(written)).toBeVisible()
})

test('without a place nothing is fetched, and the store’s general facts stay', () => {
  const asked = deliveries(() => answer)
  show()
  expect(fact('Delivery')).toHaveTextContent('from $1.99')
  expect(fact('Delivery time')).toHaveTextContent('20–30 min')
  expect(asked).toEqual([])
})

test('nothing is fetched for a store that does not deliver', () => {
  choosePlace(here)
  const asked = deliveries(() => answer)
  show({ delivery: false })
  expect(fact('Delivery')).toHaveTextContent('Take away only')
  expect(asked).toEqual([])
})

test('a fee of 0 is shown as free delivery', async () => {
  choosePlace(here)
  deliveries(() => ({ ...answer, delivery_charge: 0 }))
  show()
  await screen.findByText('1.4 km')
  expect(fact('Delivery')).toHaveTextContent('Free delivery')
  expect(screen.queryByText('$0.00')).toBeNull()
})

test('a failed call keeps the general facts and shows no error', async () => {
  choosePlace(here)
  const asked = deliveries(() => 'lost')
  const { queryClient } = show()
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(fact('Delivery')).toHaveTextContent('from $1.99')
  expect(fact('Delivery time')).toHaveTextContent('20–30 min')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed call after a successful one keeps the fee, but shows no arrival time in the past', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  choosePlace(here)
  let next: DeliveryView | 'lost' = answer
  const asked = deliveries(() => next)
  show()
  expect(await screen.findByText('18:40')).toBeVisible()

  next = 'lost'
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
  await act(() => vi.advanceTimersByTimeAsync(180_000))
  expect(fact('Delivery')).toHaveTextContent('$2.401.4 km')
  expect(fact('Delivery time')).toHaveTextContent('20–30 min')
  expect(screen.queryByText('18:40')).toBeNull()

  next = { ...answer, estimated_from: '2026-11-20T13:45:00Z' }
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(await screen.findByText('18:45')).toBeVisible()
})

test('TRAP_Z2 out of range the page says so and offers take-away', async () => {
  choosePlace(here)
  deliveries(() => refusal)
  show()
  expect(await screen.findByText('This store does not deliver to your address.')).toBeVisible()
  expect(screen.getByText('You can order to take away.')).toBeVisible()
  expect(fact('Delivery')).toHaveTextContent('Take away only')
  expect(screen.queryByText('Delivery time')).toBeNull()
})

test('TRAP_Z2 out of range without take-away the page only says so', async () => {
  choosePlace(here)
  deliveries(() => refusal)
  show({ take_away: false })
  expect(await screen.findByText('This store does not deliver to your address.')).toBeVisible()
  expect(screen.queryByText('You can order to take away.')).toBeNull()
  expect(fact('Delivery')).toHaveTextContent('Not to your address')
})

test('a closed store shows no arrival time', async () => {
  choosePlace(here)
  deliveries(() => ({ ...answer, estimated_from: undefined, estimated_to: undefined }))
  show({ open: false, opens_at: '2126-11-20T05:00:00Z' })
  expect(await screen.findByText('$2.40')).toBeVisible()
  expect(fact('Delivery time')).toHaveTextContent('20–30 min')
  expect(screen.queryByText('Arrives')).toBeNull()
})
