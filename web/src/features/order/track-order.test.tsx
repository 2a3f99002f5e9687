import { renderHook, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { TrackingView, TrackedPurchaseView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testTracking } from '@/test/trade-fixtures'
import { testTrackedTrip } from '@/test/trip-fixtures'
import { rememberOrder, rememberOrderOpened, useKnownOrders } from './order-tokens'
import { TrackOrder } from './track-order'

const token = 'tracking-token-0123456789'
const byPhone: TrackingView = { ...testTracking, destination_point: undefined, route: [], can_cancel: false }

const track = (orderId?: number) => (
  <TrackOrder
    orderId={orderId}
    trip={({ id, provider }, phone) => (
      <p>
        Trip {id} of {provider}, found with {phone}
      </p>
    )}
  />
)

/** Mocks the event stream: each connection gets one event or a refusal. Returns the tokens. */
function shopTells(...tellings: (Partial<TrackingView> | 'refused')[]) {
  const tokens: (string | null)[] = []
  server.use(
    http.get('*/orders/17/events', ({ request }) => {
      tokens.push(request.headers.get('X-Order-Token'))
      const telling = tellings[Math.min(tokens.length, tellings.length) - 1] ?? {}
      if (telling === 'refused') return HttpResponse.json(refusal('not_found', 'No.'), { status: 404 })
      const text = `event: tracking\ndata: ${JSON.stringify({ ...byPhone, ...telling })}\n\n`
      const body = new ReadableStream<Uint8Array>({ start: (line) => line.enqueue(new TextEncoder().encode(text)) })
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return tokens
}

function shopFinds() {
  const asked: string[] = []
  server.use(
    http.get('*/purchases/track', ({ request }) => {
      asked.push(`${new URL(request.url).search} ${request.headers.get('X-Phone')}`)
      return HttpResponse.json<TrackedPurchaseView>({
        order: { tracking: byPhone, events_token: `events-${asked.length}` },
      })
    }),
  )
  return asked
}

describe('ORD-02 by number and phone', () => {
  test('an incomplete form shows its errors and sends nothing', async () => {
    const { user } = renderApp(track())
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(screen.getByLabelText('Number of the order')).toHaveAccessibleDescription('The number is required')
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Phone Number is required')
    await user.type(screen.getByLabelText('Number of the order'), 'seventeen')
    await user.type(screen.getByLabelText('Phone'), '555')
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(screen.getByLabelText('Number of the order')).toHaveAccessibleDescription('This is not a number')
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Please enter a valid phone number.')
  })

  test('TRAP_P1 for a wrong pair the server’s message is shown, which does not say which of the two is wrong', async () => {
    const message = 'No order or trip with this number and phone was found.'
    server.use(http.get('*/purchases/track', () => HttpResponse.json(refusal('not_found', message), { status: 404 })))
    const { user } = renderApp(track())
    await user.type(screen.getByLabelText('Number of the order'), '17')
    await user.type(screen.getByLabelText('Phone'), '+1 202 555 0123')
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Number of the order')).toHaveValue('17')
  })

  test('TRAP_O6 a found order is followed live, with the short-lived token', async () => {
    const asked = shopFinds()
    const tokens = shopTells({ order_status: 'picked_up', step: 3, updated_at: '2126-11-20T08:50:00Z' })
    const { user } = renderApp(track(17))
    expect(screen.getByLabelText('Number of the order')).toHaveValue('17')
    await user.type(screen.getByLabelText('Phone'), ' 202 555 0123 ')
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
    expect(screen.getByText('Order 17')).toBeVisible()
    expect(asked).toEqual(['?purchase_id=17 +12025550123'])
    expect(tokens).toEqual(['events-1'])
    // No lines and no cancel button, because number and phone do not prove who asks (P1).
    expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Track another number' }))
    expect(await screen.findByLabelText('Number of the order')).toBeVisible()
  })

  test('an expired token is replaced by a new one', async () => {
    const asked = shopFinds()
    const tokens = shopTells('refused', { order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:36:00Z' })
    const { user } = renderApp(track(17))
    await user.type(screen.getByLabelText('Phone'), '202 555 0123')
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'The store has accepted your order' })).toBeVisible()
    expect(asked).toHaveLength(2)
    expect(tokens).toEqual(['events-1', 'events-2'])
  })

  test('TRAP_O6 while the new token cannot be fetched, it is tried again and again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked = shopFinds()
    shopTells('refused', { order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:36:00Z' })
    const { user } = renderApp(track(17))
    await user.type(screen.getByLabelText('Phone'), '202 555 0123')
    let failures = 0
    server.use(
      http.get('*/purchases/track', () => {
        if (asked.length === 0 || failures === 2) return undefined // to the next handler
        failures++
        return HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Track' }))
    await waitFor(() => expect(failures).toBe(1))
    await vi.advanceTimersByTimeAsync(21_000)
    await waitFor(() => expect(failures).toBe(2))
    await vi.advanceTimersByTimeAsync(21_000)
    expect(await screen.findByRole('heading', { level: 1, name: 'The store has accepted your order' })).toBeVisible()
    vi.useRealTimers()
  })
})

describe('ORD-02 D29 a trip is found by the same form', () => {
  const hasRental = { shop: { ...testShop, rental_status: 1 as const } }

  test('which names it where the town has rental, and asks once', async () => {
    const asked: string[] = []
    server.use(
      http.get('*/purchases/track', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json<TrackedPurchaseView>({ trip: testTrackedTrip })
      }),
    )
    const { user } = renderApp(track(), hasRental)
    expect(screen.getByText(/the number of your order or trip/)).toBeVisible()
    await user.type(screen.getByLabelText('Number of the order or trip'), '17')
    await user.type(screen.getByLabelText('Phone'), '+1 202 555 0123')
    await user.click(screen.getByRole('button', { name: 'Track' }))
    expect(await screen.findByText('Trip 17 of Anchor Car Hire, found with +12025550123')).toBeVisible()
    expect(asked).toEqual(['?purchase_id=17'])
    await user.click(screen.getByRole('button', { name: 'Track another number' }))
    expect(await screen.findByLabelText('Number of the order or trip')).toHaveValue('')
  })

  test('which speaks of orders alone in a town without rental', () => {
    renderApp(track())
    expect(screen.getByLabelText('Number of the order')).toBeVisible()
    expect(screen.queryByText(/trip/)).toBeNull()
  })
})

describe('D29 the orders that a guest placed on this device', () => {
  const stored = () => JSON.parse(localStorage.getItem('guest_orders') ?? '[]') as { id: number }[]

  test('are not listed', () => {
    rememberOrder({ id: 17, token })
    renderApp(track())
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByText(/17/)).toBeNull()
  })

  test('only the twenty newest are stored', () => {
    for (let id = 1; id <= 25; id++) rememberOrder({ id, token })
    expect(stored().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => 25 - i))
  })

  test('are deleted a day after they were finished', () => {
    vi.useFakeTimers()
    rememberOrder({ id: 17, token })
    rememberOrderOpened(17, { endedAt: Date.now() })
    const known = () => renderHook(() => useKnownOrders()).result.current.map(({ id }) => id)
    expect(known()).toEqual([17])
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    expect(known()).toEqual([])
    rememberOrder({ id: 18, token })
    expect(stored().map(({ id }) => id)).toEqual([18])
    vi.useRealTimers()
  })

  test.each(['', 'null', '{}', '[null,1,{"id":"1","token":"x"}]', '[{"id":3,"token":"<script>"}]'])(
    'LOC-14 invalid storage (%j) is ignored',
    (kept) => {
      write({ guest_orders: kept })
      expect(renderHook(() => useKnownOrders()).result.current).toEqual([])
    },
  )
})
