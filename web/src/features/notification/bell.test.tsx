import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type {
  NotificationsOutputBody,
  NotificationView,
  OrdersStateView,
  ReadNotificationsData,
} from '@/lib/api/types.gen'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { write } from '@/lib/scope/local-storage'
import { noChat } from '@/test/fixtures'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import Bell from './bell'

const onTheWay: NotificationView = {
  id: 8,
  kind: 'order_on_the_way',
  order_id: 17,
  store: 'Smash & Sons',
  read: false,
  created_at: '2126-11-20T08:40:00Z',
}
const placed: NotificationView = { ...onTheWay, id: 7, kind: 'order_placed', read: true }
const refunded: NotificationView = { ...onTheWay, id: 9, kind: 'order_refunded', amount: 12.5, reason: 'We are sorry' }

const states = (unread: number, latest: number): OrdersStateView => ({
  running: { total_size: 0, orders: [] },
  past: { total_size: 0, orders: [] },
  trips: [],
  unread_notifications: unread,
  latest_notification: latest,
  chat: noChat,
})

/** Mocks the customer's notifications, two on a page. Returns what was sent as read. */
function tells(...all: NotificationView[]) {
  write({ token: 'token-0123456789abcdef' })
  const sent: ReadNotificationsData['body'][] = []
  server.use(
    http.get('*/notifications', ({ request }) => {
      const offset = Number(new URL(request.url).searchParams.get('offset') ?? 1)
      return HttpResponse.json<NotificationsOutputBody>({
        notifications: all.slice(2 * offset - 2, 2 * offset),
        unread: 1,
        limit: 2,
        offset,
        total_size: all.length,
      })
    }),
    http.post<never, ReadNotificationsData['body']>('*/notifications/read', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ unread: 0 })
    }),
  )
  return sent
}

const bell = (name: string) => screen.findByRole('button', { name })

test('PROF-06 the bell counts what is unread, and says that something is new', async () => {
  tells(onTheWay, placed)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  renderApp(<Bell />)
  expect(await bell('Notifications')).toBeVisible()
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(1, 8))
  expect(await bell('Notifications, 1 unread')).toHaveTextContent('1')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  stream.says(states(100, 200))
  expect(await bell('Notifications, 100 unread')).toHaveTextContent('99+')
  expect(screen.getByRole('status')).toHaveTextContent('You have a new notification.')
  stream.says(states(0, 200))
  expect(await bell('Notifications')).toHaveTextContent('')
})

test('PROF-06 the bell announces each notification, and nothing that the customer did', async () => {
  tells(onTheWay, placed)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(1, 8))
  expect(await bell('Notifications, 1 unread')).toBeVisible()
  stream.says(states(1, 9)) // an order of their own
  stream.says(states(0, 9))
  expect(await bell('Notifications')).toBeVisible()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()

  stream.says(states(1, 10))
  expect(await bell('Notifications, 1 unread')).toBeVisible()
  const first = screen.getByText('You have a new notification.')
  stream.says(states(2, 11))
  expect(await bell('Notifications, 2 unread')).toBeVisible()
  expect(first).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('You have a new notification.')
})

test('PROF-06 the panel lists what happened, page by page, and marks it as read', async () => {
  const sent = tells(refunded, onTheWay, placed)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(2, 9))
  await user.click(await bell('Notifications, 2 unread'))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  const rows = async () => (await within(panel).findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect((await rows())[0]).toMatch(/You get \$12.50 back for your order from Smash & SonsWe are sorryOrder 17/)
  expect(within(panel).getAllByLabelText('Unread')).toHaveLength(2)

  // The next page is fetched when the end of this one is near.
  expect(await within(panel).findByText(/has got your order/)).toBeVisible()
  expect(within(panel).getAllByLabelText('Unread')).toHaveLength(2)

  const link = within(panel).getByRole('link', { name: 'Your order from Smash & Sons is on the way' })
  expect(link).toHaveAttribute('href', '/order/17')
  await user.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(sent).toEqual([{ up_to: 9 }]))
  expect(within(panel).queryByLabelText('Unread')).toBeNull()
})

test('I18N-01 the scooter of an order or a parcel faces its words in every direction', async () => {
  tells(onTheWay, { ...onTheWay, id: 9, kind: 'parcel_on_the_way' })
  liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await user.click(await bell('Notifications'))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  for (const row of await within(panel).findAllByRole('listitem'))
    expect(row.querySelector('.tabler-icon-scooter')).toHaveClass('mirrored')
})

test('PROF-06 a tap on one marks it alone', async () => {
  const sent = tells(refunded, onTheWay)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(2, 9))
  await user.click(await bell('Notifications, 2 unread'))
  await user.click(await screen.findByRole('link', { name: /on the way/ }))
  await waitFor(() => expect(sent).toEqual([{ ids: [8] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('PROF-06 what could not be marked as read stays unread, also without a connection', async () => {
  tells(onTheWay, placed)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(1, 8))
  await user.click(await bell('Notifications, 1 unread'))
  expect(await screen.findByLabelText('Unread')).toBeVisible()
  server.use(
    http.get('*/notifications', () => HttpResponse.error()),
    http.post('*/notifications/read', () => HttpResponse.error()),
  )
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  expect(screen.getAllByLabelText('Unread')).toHaveLength(1)
})

test('PROF-06 without notifications the panel says so', async () => {
  tells()
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(0, 0))
  await user.click(await bell('Notifications'))
  expect(await screen.findByText('Nothing new yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('WISH-01 an alert leads to what it is about', async () => {
  const alert: NotificationView = {
    id: 20,
    kind: 'item_cheaper',
    item: 'Double smash burger',
    item_slug: 'burger',
    store: 'Smash & Sons',
    store_slug: 'smash',
    module_id: 10,
    module_type: 'food',
    amount: 6,
    read: false,
    created_at: '2126-11-20T08:40:00Z',
  }
  tells(alert, { ...alert, id: 19, kind: 'item_in_stock', module_id: 11, module_type: 'ecommerce' })
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(2, 20))
  await user.click(await bell('Notifications, 2 unread'))
  const cheaper = await screen.findByRole('link', { name: /^Double smash burger from Smash & Sons costs only \$6.00/ })
  expect(cheaper).toHaveAttribute('href', '/store/smash?module_id=10&item=burger')
  const back = screen.getByRole('link', { name: 'Double smash burger from Smash & Sons is available again' })
  expect(back).toHaveAttribute('href', '/product/burger?module_id=11')
})

function Follower({ onState = () => {}, onRefused = () => {} }) {
  useEventStream({ url: '/events', event: 'orders', onState, onRefused })
  return null
}

test('TRAP_O6 the bell and the list of orders share one connection, which ends with the last of them', async () => {
  tells(onTheWay)
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const list = renderApp(<Follower />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(3, 9))
  const app = renderApp(<Bell />)
  expect(await bell('Notifications, 3 unread')).toBeVisible()
  list.unmount()
  stream.says(states(4, 10))
  expect(await bell('Notifications, 4 unread')).toBeVisible()
  expect(stream.opened()).toBe(1)
  expect(stream.left()).toBe(0)
  app.unmount()
  await waitFor(() => expect(stream.left()).toBe(1))
})

test('TRAP_O6 AUTH-10 after a refusal, a later listener connects all of them again', async () => {
  tells(onTheWay)
  const [heard, refused] = [vi.fn(), vi.fn()]
  server.use(http.get('*/events', () => HttpResponse.json({ errors: [], message: 'No.' }, { status: 401 })))
  const list = renderApp(<Follower onState={heard} onRefused={refused} />)
  await waitFor(() => expect(refused).toHaveBeenCalledOnce())
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const app = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(3, 9))
  expect(await bell('Notifications, 3 unread')).toBeVisible()
  expect(heard).toHaveBeenCalledOnce()
  list.unmount()
  app.unmount()
  await waitFor(() => expect(stream.left()).toBe(1))
})

test('WAL-03 WAL-06 what an order has earned is one entry that leads to the rewards', async () => {
  const earned = { ...onTheWay, order_id: 123, store: undefined }
  tells(
    { ...earned, id: 12, kind: 'order_rewarded', points: 1200, amount: 1.2 },
    { ...earned, id: 11, kind: 'points_earned', points: 1 },
  )
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(2, 12))
  await user.click(await bell('Notifications, 2 unread'))
  const both = await screen.findByRole('link', { name: 'You earned 1,200 points and $1.20 cashback for order 123' })
  expect(both).toHaveAttribute('href', '/loyalty-points')
  expect(screen.getByRole('link', { name: 'You earned 1 point for order 123' })).toBeVisible()
  expect(screen.getAllByText(/Your rewards/)).toHaveLength(2)
})

test('RNT-11 PROF-06 a notification about a trip leads to it', async () => {
  const trip = { ...onTheWay, order_id: undefined, trip_id: 18, store: 'Anchor' }
  tells(
    { ...trip, id: 13, kind: 'trip_refund_refused', reason: 'The vehicle was as booked' },
    { ...trip, id: 12, kind: 'trip_refunded', amount: 66 },
    { ...trip, id: 11, kind: 'trip_canceled', reason: 'No car' },
  )
  const stream = liveStream<OrdersStateView>('*/events', 'orders')
  const { user } = renderApp(<Bell />)
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states(3, 13))
  await user.click(await bell('Notifications, 3 unread'))
  const refund = await screen.findByRole('link', { name: 'You get $66.00 back for your trip with Anchor' })
  expect(refund).toHaveAttribute('href', '/trip/18')
  const refused = screen.getByRole('link', { name: 'A refund of your trip with Anchor was refused' })
  expect(refused).toHaveAttribute('href', '/trip/18')
  expect(screen.getByText('The vehicle was as booked')).toBeVisible()
  expect(screen.getByText('No car')).toBeVisible()
  for (const row of screen.getAllByRole('listitem')) expect(row).toHaveTextContent(/Trip 18/)
})
