import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MapPin } from '@/components/map/shapes'
import type { TrackingView } from '@/lib/api/types.gen'
import { connect } from '@/lib/requests/connect'
import { write } from '@/lib/scope/local-storage'
import { liveOrder, openOrder, orderToken, serveOrder } from '@/test/order-world'
import { testOrder, testTracking, refusal } from '@/test/trade-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Order } from './order'
import { statusMessage } from './status'

// Maps need WebGL. The tests only check what is put on them.
vi.mock('@/components/map/map-view', () => ({
  MapView: ({ label, pins, route }: { label: string; pins: MapPin[]; route: object[] }) => (
    <figure aria-label={label} data-route={route.length}>
      {pins.map((pin) => (
        <span key={pin.kind} data-lat={pin.point.lat}>
          {pin.label}
        </span>
      ))}
    </figure>
  ),
}))

const onTheWay: Partial<TrackingView> = {
  order_status: 'picked_up',
  step: 3,
  can_cancel: false,
  rider: {
    name: 'Tomas',
    vehicle: 'Scooter',
    point: { lat: -11.405, lng: 65.2 },
    progress: 0.5,
    avg_rating: 4.3,
    rating_count: 3,
  },
  timeline: [
    { status: 'pending', at: '2126-11-20T08:35:00Z', by: 'shopper' },
    { status: 'confirmed', at: '2126-11-20T08:36:00Z', by: 'store' },
    { status: 'picked_up', at: '2126-11-20T08:50:00Z', by: 'rider' },
  ],
  updated_at: '2126-11-20T08:50:00Z',
}

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

test('PRC-06 TRAP_M8 an order shows its lines, and the rows of its quote', async () => {
  liveOrder()
  const asked = serveOrder()
  openOrder()
  const receipt = await screen.findByRole('region', { name: 'Your order' })
  expect(within(receipt).getByRole('listitem')).toHaveTextContent(
    '2 × Double smash burgerDouble, 1 × Fried eggYou save $4.80$24.00',
  )
  const rows = ['Subtotal', 'Discount', 'Delivery', 'Tax', 'Total'].map(
    (name) => within(receipt).getByText(name).nextSibling?.textContent,
  )
  expect(rows).toEqual(['$24.00', '-$4.80', '$1.99', '$1.54', '$22.73'])
  expect(receipt).toHaveTextContent('12 Saffron CircusHouse 4Asha Rao · +12025550123')
  expect(receipt).toHaveTextContent('No onions')
  expect(asked).toEqual([orderToken])
})

test('ORD-02 TRAP_O6 the page follows the order without fetching it again', async () => {
  const live = liveOrder()
  const asked = serveOrder()
  openOrder()
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for the store' })).toBeVisible()
  expect(screen.getByText(/^Arrives/)).toHaveTextContent(/Arrives .*14:05 – .*14:15/)
  await waitFor(() => expect(live.opened()).toBe(1))

  live.says({ order_status: 'processing', step: 2, can_cancel: false, updated_at: '2126-11-20T08:40:00Z' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Cooking your food' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()

  live.says(onTheWay)
  expect(await screen.findByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
  expect(screen.getByText('Tomas').parentElement).toHaveTextContent('Tomas brings your order')
  expect(screen.getByRole('img', { name: 'Rated 4.3 out of 5, 3 reviews' })).toBeVisible()
  const map = screen.getByRole('figure', { name: 'Map of the way from the store to you' })
  expect(within(map).getByText('Tomas, your rider')).toBeInTheDocument()
  const steps = within(screen.getByRole('list', { name: 'How far your order is' })).getAllByRole('listitem')
  expect(steps.map((step) => step.dataset['state'])).toEqual(['done', 'done', 'done', 'now', 'next'])
  expect(steps[3]).toHaveTextContent(/^On the way.*13:50$/)

  expect(asked).toHaveLength(1)
  live.says({
    ...onTheWay,
    order_status: 'delivered',
    step: 4,
    rider: undefined,
    estimated_from: undefined,
    estimated_to: undefined,
    updated_at: '2126-11-20T09:05:00Z',
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(steps.map((step) => step.dataset['state'])).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.queryByText(/^Arrives/)).toBeNull()
  // Once it is over it is fetched once more: a refund can be requested then.
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('MAP-02 the rider is shown where they are until they have the order, then on its route', async () => {
  const live = liveOrder()
  const route = [
    { lat: -11.4, lng: 65.2 },
    { lat: -11.42, lng: 65.2 },
  ]
  const rider = { name: 'Tomas', vehicle: 'Scooter', point: { lat: -11.37, lng: 65.2 }, progress: 0 }
  serveOrder({ ...testOrder, tracking: { ...testTracking, order_status: 'handover', step: 2, route, rider } })
  openOrder()
  expect(await screen.findByText('Tomas, your rider')).toHaveAttribute('data-lat', '-11.37')

  live.says({ ...onTheWay, route })
  await waitFor(() => expect(screen.getByText('Tomas, your rider')).toHaveAttribute('data-lat', '-11.41'), {
    timeout: 5_000, // it glides there
  })
})

test('MAP-02 where no route was found, the door is the single marker', async () => {
  liveOrder()
  serveOrder({ ...testOrder, tracking: { ...testTracking, route: [], no_route: true } })
  openOrder()
  const map = await screen.findByRole('figure', { name: 'Map of the way from the store to you' })
  expect(map).toHaveTextContent(/^Your address$/)
  expect(screen.getByRole('link', { name: /Directions/ })).toHaveAttribute('href', expect.stringContaining('origin='))
})

test('ORD-04 an order that is delivered within the second of its last status is fetched once more, too', async () => {
  const live = liveOrder()
  const asked = serveOrder({ ...testOrder, tracking: { ...testTracking, ...onTheWay } })
  openOrder()
  await waitFor(() => expect(live.opened()).toBe(1))
  live.says({ ...onTheWay, order_status: 'delivered', step: 4, rider: undefined })
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('ORD-01 ORD-03 every status has its time and who set it, the newest first', async () => {
  liveOrder()
  serveOrder({ ...testOrder, tracking: { ...testTracking, ...onTheWay } })
  openOrder()
  const moves = within(await screen.findByRole('region', { name: 'What happened' })).getAllByRole('listitem')
  expect(moves.map((move) => move.firstChild?.textContent)).toEqual([
    'On the way',
    'The store has accepted your order',
    'Waiting for the store',
  ])
  expect(moves.map((move) => move.lastChild?.textContent?.split(' · ')[0])).toEqual(['Rider', 'Store', 'You'])
  expect(moves[0]?.querySelector('time')).toHaveAttribute('datetime', '2126-11-20T08:50:00Z')
})

test('TRAP_O6 a lost connection is shown, and reconnects', async () => {
  const live = liveOrder()
  serveOrder()
  openOrder()
  await waitFor(() => expect(live.opened()).toBe(1))
  live.says({})
  live.hangsUp()
  expect(await screen.findByText('Reconnecting. What you see may be a moment old.')).toBeVisible()
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(live.opened()).toBe(2))
  live.says({ order_status: 'confirmed', step: 1 })
  expect(await screen.findByRole('heading', { level: 1, name: 'The store has accepted your order' })).toBeVisible()
  expect(screen.queryByText('Reconnecting. What you see may be a moment old.')).toBeNull()
})

test('TRAP_O6 an order whose stream is refused is polled, and no connection is awaited', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const live = liveOrder()
  serveOrder()
  openOrder()
  await waitFor(() => expect(live.opened()).toBe(1))
  live.says({})
  server.use(http.get('*/orders/17/events', () => new HttpResponse(null, { status: 404 })))
  live.hangsUp()
  const away = 'Reconnecting. What you see may be a moment old.'
  expect(await screen.findByText(away)).toBeVisible()
  const confirmed = { ...testTracking, order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:50:00Z' } as const
  serveOrder({ ...testOrder, tracking: confirmed })
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await screen.findByRole('heading', { level: 1, name: 'The store has accepted your order' })).toBeVisible()
  expect(screen.queryByText(away)).toBeNull()
})

test('PCL-01 a parcel whose rider has left has no time at the step that it lost', async () => {
  liveOrder()
  const at = (time: string) => `2126-11-20T${time}:00Z`
  const timeline: TrackingView['timeline'] = [
    { status: 'pending', at: at('08:35'), by: 'shopper' },
    { status: 'confirmed', at: at('08:36'), by: 'rider' },
    { status: 'pending', at: at('08:50'), by: 'system' },
  ]
  serveOrder({ ...testOrder, tracking: { ...testTracking, timeline } })
  openOrder()
  const steps = within(await screen.findByRole('list', { name: 'How far your order is' })).getAllByRole('listitem')
  expect(steps[0]).toHaveTextContent('13:35')
  expect(steps[1]).not.toHaveTextContent(':')
})

test('a finished order opens no stream', async () => {
  const live = liveOrder()
  serveOrder({ ...testOrder, tracking: { ...testTracking, order_status: 'delivered', step: 4, can_cancel: false } })
  openOrder()
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(live.opened()).toBe(0)
})

test('ORD-04 TRAP_O6 an order that waits for its refund is followed, and fetched again when it is decided', async () => {
  const live = liveOrder()
  const waiting = { ...testTracking, order_status: 'refund_requested', step: 4, can_cancel: false } as const
  const asked = serveOrder({ ...testOrder, order_status: 'refund_requested', tracking: waiting })
  openOrder()
  await waitFor(() => expect(live.opened()).toBe(1))
  await waitFor(() => expect(asked).toHaveLength(1))
  live.says({ ...waiting, order_status: 'delivered', updated_at: '2126-11-20T09:00:00Z' })
  await waitFor(() => expect(asked).toHaveLength(2))
})

describe('access', () => {
  test('TRAP_P1 a device without the order’s token gets a link to tracking', () => {
    renderApp(<Order id={17} token={undefined} />)
    expect(screen.getByText('This order is not known on this device')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Track order' })).toHaveAttribute('href', '/track-order?order_id=17')
  })

  test('TRAP_P1 so does a device whose token the server refuses', async () => {
    server.use(
      http.get('*/orders/17', () => HttpResponse.json(refusal('not_found', 'No such order.'), { status: 404 })),
    )
    openOrder()
    expect(await screen.findByText('This order is not known on this device')).toBeVisible()
  })

  test.each([
    ['unavailable', 503],
    ['internal', 500],
    ['too_many', 429],
  ])('ORD-04 an order that cannot be read for now (%s) can be tried again', async (code, status) => {
    liveOrder()
    server.use(http.get('*/orders/17', () => HttpResponse.json(refusal(code, 'Not now.'), { status })))
    const { user } = openOrder()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    serveOrder()
    await user.click(retry)
    expect(await screen.findByRole('region', { name: 'Your order' })).toBeVisible()
  })

  test('TRAP_P1 an expired link says how long it was valid, and what opens the order now', async () => {
    server.use(http.get('*/orders/17', () => HttpResponse.json(refusal('link_ended', 'It ended.'), { status: 404 })))
    openOrder()
    const ended =
      'Your link opened this order until 30 days after it was done. Find it by its number and phone, or sign in.'
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.queryByText('With its number and the phone you ordered with you can still follow it.')).toBeNull()
    expect(screen.getByRole('link', { name: 'Track order' })).toHaveAttribute('href', '/track-order?order_id=17')
  })

  test('without a connection the page can be tried again', async () => {
    server.use(http.get('*/orders/17', () => HttpResponse.error()))
    const { user } = openOrder()
    const again = await screen.findByRole('button', { name: 'Try again' })
    liveOrder()
    serveOrder()
    await user.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for the store' })).toBeVisible()
  })
})

describe('ORD-01 a customer’s own order', () => {
  beforeEach(() => write({ token: 'session-0123456789abcdef' }))

  test('TRAP_O6 is shown and followed by the session only', async () => {
    const disconnect = connect(() => {})
    const live = liveOrder(null)
    const bearers: (string | null)[] = []
    server.events.on('request:start', ({ request }) => void bearers.push(request.headers.get('Authorization')))
    const asked = serveOrder()
    renderApp(<Order id={17} token={undefined} />)
    expect(await screen.findByRole('heading', { level: 1, name: 'Waiting for the store' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/my-orders')
    expect(screen.getByRole('link', { name: 'Smash & Sons' })).toHaveAttribute(
      'href',
      '/store/smash-and-sons?module_id=10',
    )
    await waitFor(() => expect(live.opened()).toBe(1))
    live.says({ order_status: 'confirmed', step: 1, updated_at: '2126-11-20T08:36:00Z' })
    expect(await screen.findByRole('heading', { level: 1, name: 'The store has accepted your order' })).toBeVisible()
    expect(asked).toEqual([''])
    expect(new Set(bearers)).toEqual(new Set(['Bearer session-0123456789abcdef']))
    server.events.removeAllListeners()
    disconnect()
  })

  test('ORD-04 is canceled by the session', async () => {
    liveOrder(null)
    serveOrder()
    const sent: unknown[] = []
    server.use(
      http.post('*/orders/17/cancel', async ({ request }) => {
        sent.push(await request.json())
        const tracking: TrackingView = { ...testTracking, order_status: 'canceled', step: -1, can_cancel: false }
        return HttpResponse.json({ ...testOrder, tracking: { ...tracking, updated_at: '2126-11-20T08:37:00Z' } })
      }),
    )
    const { user } = renderApp(<Order id={17} token={undefined} />)
    await user.click(await screen.findByRole('button', { name: 'Cancel this order' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio', { name: 'Ordered by mistake' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'This order was canceled' })).toBeVisible()
    expect(sent).toEqual([{ reason: 'mistake' }])
  })

  test('TRAP_P2 another customer’s order is unknown', async () => {
    server.use(
      http.get('*/orders/17', () => HttpResponse.json(refusal('not_found', 'No such order.'), { status: 404 })),
    )
    renderApp(<Order id={17} token={undefined} />)
    expect(await screen.findByText('This order is not known on this device')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
  })
})

describe('take-away', () => {
  const takeAway: TrackingView = {
    ...testTracking,
    order_type: 'take_away',
    order_status: 'handover',
    step: 2,
    destination_point: undefined,
    route: [],
    can_cancel: false,
  }

  test('TRAP_M6 has texts about collecting instead of a rider', async () => {
    liveOrder()
    serveOrder({ ...testOrder, order_type: 'take_away', tracking: takeAway })
    openOrder()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ready to collect' })).toBeVisible()
    expect(screen.getByText(/^Ready –/)).toHaveTextContent(/14:05 – .*14:15/)
    const steps = within(screen.getByRole('list', { name: 'How far your order is' })).getAllByRole('listitem')
    expect(steps.map((step) => step.querySelector('.label')?.textContent)).toEqual([
      'Placed',
      'Confirmed',
      'Cooking',
      'Ready',
      'Collected',
    ])
    expect(screen.getByRole('figure', { name: 'Map of the store' })).toBeInTheDocument()
    expect(screen.getByText('2 Harbour Road')).toBeVisible()
    expect(screen.getByText('Cash at the store')).toBeVisible()
  })
})

test('MAP-02 the directions lead from the store to the door', async () => {
  liveOrder()
  serveOrder()
  openOrder()
  const link = await screen.findByRole('link', { name: /^Directions/ })
  const { searchParams } = new URL(link.getAttribute('href') ?? '')
  expect([searchParams.get('origin'), searchParams.get('destination')]).toEqual(['-11.4,65.2', '-11.41,65.2'])
})

test('every status has a text for both order types, and only food is cooked', () => {
  const statuses = ['scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up', 'delivered', 'canceled']
  for (const order_type of ['delivery', 'take_away']) {
    for (const order_status of [...statuses, 'failed', 'refund_requested', 'refunded']) {
      expect(statusMessage({ order_status, order_type }).id).not.toBe('status.unknown')
    }
  }
  const processing = { order_status: 'processing', order_type: 'delivery' }
  expect(statusMessage(processing, 'food').defaultMessage).toBe('Cooking your food')
  expect(statusMessage(processing, 'pharmacy').defaultMessage).toBe('Preparing your order')
})
