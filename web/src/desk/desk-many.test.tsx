import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { StaffMemberView, StaffOrderView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { noChat } from '@/test/fixtures'
import {
  admin,
  card,
  renter,
  rider,
  serveDesk,
  signedInDesk,
  states,
  testOrder,
  testTrip,
  vendor,
  world,
} from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

const sounds = signedInDesk()

type Pages = { total: number; pages: StaffOrderView[][] }

/** Serves lists of which only some orders have a card, because many cards take long. */
function serveLists(member: StaffMemberView, lists: Record<string, Pages>) {
  const stream = serveDesk(member)
  server.use(
    http.get('*/vendor/orders', ({ request }) => {
      const asked = new URL(request.url).searchParams
      const { total, pages } = lists[asked.get('state') ?? ''] ?? { total: 0, pages: [] }
      const orders = pages[Number(asked.get('offset')) - 1] ?? []
      return HttpResponse.json({ orders, total_size: total, limit: 50, offset: 1 })
    }),
  )
  return stream
}

const column = (name: RegExp) => screen.findByRole('region', { name })

/** Turns the sound on, and returns how many tones have been played. */
async function withSound(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Turn the sound on' }))
  await screen.findByRole('button', { name: 'Sound is on' })
  return sounds.tones
}

test('TRAP_O6 ORD-03 new orders are counted and shown however many orders are under way', async () => {
  const underWay = { order_status: 'confirmed', next_statuses: ['processing'] }
  serveLists(vendor, {
    new: { total: 55, pages: [[testOrder(61)], [testOrder(115)]] },
    waiting: { total: 1, pages: [[testOrder(200, { awaits_payment: true, next_statuses: ['canceled'] })]] },
    running: { total: 160, pages: [[testOrder(1, underWay)], [testOrder(51, underWay)]] },
  })
  renderApp(<Desk />)
  expect(await screen.findByText('55 new orders wait for an answer')).toBeVisible()
  const fresh = await column(/^New 56$/)
  // In the tests the end of each list is near.
  for (const id of [61, 115, 200])
    expect(await within(fresh).findByRole('article', { name: `Order ${id}` })).toBeVisible()
  expect(await column(/^In preparation \d\+$/)).toBeVisible()
})

test('TRAP_O6 of more orders than a page has, a new one is heard once, and a page that is loaded is not', async () => {
  const lists = { new: { total: 55, pages: [[testOrder(1)], [testOrder(55)]] } }
  const stream = serveLists(vendor, lists)
  const { user } = renderApp(<Desk />)
  await card(1)
  const event = (...ids: number[]) => ({
    chat: noChat,
    total_size: lists.new.total,
    orders: ids.map((id) => ({ id, order_status: 'pending' })),
  })
  stream.says(event(1))
  const before = await withSound(user)
  await card(55)
  expect(sounds.tones).toBe(before)
  lists.new = { total: 56, pages: [[testOrder(1)], [testOrder(55)]] }
  stream.says(event(1, 56))
  expect(await screen.findByText('56 new orders wait for an answer')).toBeVisible()
  expect(sounds.tones).toBe(before + 2)
})

test('TRAP_O6 without a stream, a new order beyond the first page is heard', async () => {
  const lists = { new: { total: 55, pages: [[testOrder(1)], [testOrder(55)]] } }
  serveLists(vendor, lists)
  server.use(http.get('*/staff/events', () => HttpResponse.error()))
  const { user, queryClient } = renderApp(<Desk />)
  await screen.findByText(/Connection lost/)
  await card(55)
  const before = await withSound(user)
  lists.new.total = 56
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('56 new orders wait for an answer')).toBeVisible()
  expect(sounds.tones).toBe(before + 2)
  // One that comes into the page while another leaves is not new.
  lists.new = { total: 55, pages: [[testOrder(2)], [testOrder(55)]] }
  await act(() => queryClient.invalidateQueries())
  expect(await card(2)).toBeVisible()
  expect(sounds.tones).toBe(before + 2)
})

test('TRAP_O6 a change that no listed order shows fetches the lists again', async () => {
  world.orders = [testOrder(1)]
  const stream = serveDesk(vendor)
  renderApp(<Desk />)
  await card(1)
  stream.says(states())
  await waitFor(() => expect(screen.getByText('1 new order waits for an answer')).toBeVisible())
  world.orders = [testOrder(1), testOrder(2)]
  stream.says({ ...states(), total_size: 2, orders: [{ id: 1, order_status: 'pending' }] })
  expect(await card(2)).toBeVisible()
})

test('TRAP_O6 a list of several pages is up to date while changes come faster than it is fetched', async () => {
  const lists = { new: { total: 105, pages: [[testOrder(1)], [testOrder(55)], [testOrder(105)]] } }
  const stream = serveLists(vendor, lists)
  let past = 0
  server.use(
    http.get('*/vendor/orders', async ({ request }) => {
      if (new URL(request.url).searchParams.get('state') === 'past') past++
      await delay(60)
    }),
  )
  const { user, queryClient } = renderApp(<Desk />)
  await card(105)
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  await waitFor(() => expect(past).toBe(1))
  lists.new = { total: 106, pages: [[testOrder(2)], [testOrder(55)], [testOrder(105)]] }
  for (let change = 1; change <= 20; change++) {
    stream.says({ ...states(), total_size: change })
    await delay(50)
  }
  expect(screen.getByText('106 new orders wait for an answer')).toBeVisible()
  expect(past, 'the stream says nothing of past orders').toBe(1)

  lists.new.total = 107
  stream.says({ ...states(), total_size: 0 })
  expect(await screen.findByText('107 new orders wait for an answer')).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
})

test('TRAP_O6 changes without end fetch the lists a few times, and the last one is shown', async () => {
  world.orders = [testOrder(1)]
  const stream = serveDesk(vendor)
  renderApp(<Desk />)
  await card(1)
  const before = world.listed
  world.orders = [testOrder(1), testOrder(2)]
  for (let change = 1; change <= 30; change++) {
    stream.says({ ...states(), total_size: change })
    await delay(100)
  }
  expect(screen.getByText('2 new orders wait for an answer')).toBeVisible()
  // At once, after 2 s, and on a slow machine after 6 and 11: new orders, unpaid ones, and those under way.
  expect(world.listed - before).toBeLessThanOrEqual(4 * 3)
  world.orders = [testOrder(1), testOrder(2), testOrder(3)]
  stream.says(states())
  expect(await card(3)).toBeVisible()
})

test('TRAP_O6 for the numbers on the tabs of an admin, no list is loaded', async () => {
  serveDesk(admin)
  const limits: Record<string, string | null> = {}
  const serve = (path: string, body: object) =>
    http.get(path, ({ request }) => {
      const asked = new URL(request.url).searchParams
      limits[`${path} ${asked.get('state')}`] = asked.get('limit')
      return HttpResponse.json({ ...body, total_size: 3, limit: 1, offset: 1 })
    })
  server.use(
    serve('*/admin/orders', { orders: [] }),
    serve('*/admin/offline-payments', { orders: [], trips: [] }),
    serve('*/admin/trips', { trips: [] }),
  )
  renderApp(<Desk />)
  for (const name of ['Refunds 3', 'Payments 3', 'To pay back 3', 'Trips 6'])
    expect(await screen.findByRole('tab', { name })).toBeVisible()
  expect(limits).toMatchObject({
    '*/admin/orders refund': '1',
    '*/admin/offline-payments to_check': '1',
    '*/admin/offline-payments to_pay_back': '1',
    '*/admin/trips refund': '1',
  })
})

test('TRAP_Z4 a rider reaches all offers, page by page', async () => {
  serveDesk(rider)
  server.use(
    http.get('*/rider/orders', ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('offset')) === 1 ? 1 : 60
      const offer = testOrder(id, { order_status: 'handover', next_statuses: [] })
      return HttpResponse.json({ own: [], offers: [offer], total_size: 60, limit: 50, offset: 1 })
    }),
  )
  renderApp(<Desk />)
  expect(await screen.findByText('60 deliveries wait for a rider')).toBeVisible()
  const waiting = await column(/^Waiting for a rider 60$/)
  expect(await within(waiting).findByRole('article', { name: 'Order 60' })).toBeVisible()
})

test('RNT-11 of more trips than a page has, a new one is heard', async () => {
  write({ desk_sound: 'on' })
  serveDesk(renter)
  let list = { trips: [testTrip(1)], total_size: 25 }
  server.use(http.get('*/vendor/trips', () => HttpResponse.json({ ...list, limit: 20, offset: 1 })))
  const { user, queryClient } = renderApp(<Desk />)
  expect(await screen.findByText('25 new trips wait to be confirmed')).toBeVisible()
  await user.click(screen.getByRole('heading', { level: 1, name: 'Trips' }))
  const before = sounds.tones
  list = { trips: [testTrip(1)], total_size: 26 }
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('26 new trips wait to be confirmed')).toBeVisible()
  expect(sounds.tones).toBe(before + 2)
  list = { trips: [testTrip(2)], total_size: 25 }
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('25 new trips wait to be confirmed')).toBeVisible()
  expect(sounds.tones, 'one that comes into the page is not new').toBe(before + 2)
})
