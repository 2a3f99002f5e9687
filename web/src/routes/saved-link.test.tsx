import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderView, TripView } from '@/lib/api/types.gen'
import { readJson, write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testModules, testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal, testOrder } from '@/test/trade-fixtures'
import { emptyTrip, testTrip } from '@/test/trip-fixtures'

const token = 'tracking-token-0123456789'
const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-02-10T12:00:00Z')
const ago = (ms: number) => new Date(now - ms).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  write({ guest_id: 'guest-secret-0123456789' })
  choosePlace({ location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
})

/** Opens a page of a shop that has this order and this trip. */
function open(path: string, of: { order?: Partial<OrderView>; trip?: Partial<TripView> }) {
  const page = renderPage(path, { shop: { ...testShop, module: [...testModules, rentalModule] } })
  server.use(
    http.get('*/orders/17', () => HttpResponse.json({ ...testOrder, ...of.order, id: 17 })),
    http.get('*/rental/trips/17', () => HttpResponse.json({ ...testTrip, ...of.trip })),
    http.get('*/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/events', () => new HttpResponse(null, { status: 204 })),
    http.get('*/zones', () => HttpResponse.json({ zones: [] })),
  )
  return page
}

/** How long the token of a purchase stays on this device, ms. */
function keptFor(key: 'guest_orders' | 'guest_trips') {
  const [known] = (readJson(key) ?? []) as { until: number }[]
  return known && known.until - now
}

const delivered = (at: string, order_status: OrderView['tracking']['order_status'] = 'delivered') => ({
  tracking: { ...testOrder.tracking, order_status, can_cancel: false, updated_at: at },
})
const completed = (at: string): Partial<TripView> => ({ trip_status: 'completed', can_cancel: false, updated_at: at })

test.each([
  ['order', 'guest_orders', { order: delivered(ago(5 * day)) }, 'Delivered'],
  ['trip', 'guest_trips', { trip: completed(ago(5 * day)) }, 'Completed'],
] as const)('TRAP_D29 ORD-04 RNT-11 a link opens the %s that ended days ago', async (kind, key, of, title) => {
  const { history, unmount } = open(`/${kind}/17#token=${token}`, of)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  await waitFor(() => expect(history.location.hash).toBe(''))
  await waitFor(() => expect(keptFor(key)).toBe(hour))
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  unmount()
  vi.setSystemTime(now + hour / 2)
  open(`/${kind}/17`, of)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(keptFor(key)).toBe(hour)
})

test.each([
  ['ended order', 'order', 'guest_orders', { order: delivered(ago(hour)) }, 23 * hour],
  ['ended trip', 'trip', 'guest_trips', { trip: completed(ago(hour)) }, 23 * hour],
  ['open trip', 'trip', 'guest_trips', {}, 30 * day],
  ['trip in six weeks', 'trip', 'guest_trips', { trip: { return_at: ago(-42 * day) } }, 72 * day],
] as const)('TRAP_D29 how long a token is kept after its page was opened: %s', async (_, kind, key, of, time) => {
  const until = now + 20 * day
  write({ [key]: JSON.stringify([{ id: 17, token, until }]) })
  open(`/${kind}/17`, of)
  await waitFor(() => expect(keptFor(key)).toBe(time))
})

test('TRAP_D29 the token of a purchase stays while its refund is not decided', async () => {
  const until = now + hour
  const both = JSON.stringify([{ id: 17, token, until }])
  write({ guest_orders: both, guest_trips: both })
  const refund = { id: 1, reason: 'Too late', note: '', answer: '', by_amount: false, amount: 0, created_at: ago(day) }
  const refunds: TripView['refunds'] = [{ ...refund, refund_status: 'requested', images: [], lines: [] }]
  const { unmount } = open('/trip/17', { trip: { ...completed(ago(2 * day)), refunds } })
  await waitFor(() => expect(keptFor('guest_trips')).toBe(30 * day))
  unmount()
  open('/order/17', { order: delivered(ago(2 * day), 'refund_requested') })
  await waitFor(() => expect(keptFor('guest_orders')).toBe(30 * day))
})

test('TRAP_D29 RNT-11 the token of a placed trip is kept until 30 days after its planned return', async () => {
  chooseModule(rentalModule)
  writeTabValue('placing-trip', { key: 'k', body: { source: 'cart' }, at: now, signedIn: false })
  const trip = { return_at: ago(-42 * day) }
  const { user, history } = open('/rental/checkout', { trip })
  server.use(
    http.get('*/rental/cart', () => HttpResponse.json(emptyTrip)),
    http.post('*/rental/trips', () => HttpResponse.json({ trip: { ...testTrip, ...trip }, tracking_token: token })),
    http.get('*/rental/trips/17', () => HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(history.location.pathname).toBe('/trip/17'))
  expect(keptFor('guest_trips')).toBe(72 * day)
})
