import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type {
  OrderCardView,
  OrdersOutputBody,
  OrdersStateView,
  OrderStatesView,
  UnclaimedOutputBody,
  UnclaimedView,
} from '@/lib/api/types.gen'
import { connect } from '@/lib/requests/connect'
import { restoreLostFocus } from '@/lib/page/restore-focus'
import { write } from '@/lib/scope/local-storage'
import { testModules, noChat, wholeList } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { MyOrders } from './my-orders'

const card: OrderCardView = {
  id: 17,
  order_status: 'processing',
  order_type: 'delivery',
  payment_status: 'unpaid',
  payment_method: 'cash_on_delivery',
  awaits_payment: false,
  prescription_status: 'none',
  module: testModules[0]!,
  store_id: 3,
  store_slug: 'smash-and-sons',
  store_name: 'Smash & Sons',
  store_logo_full_url: '',
  time_zone: 'Indian/Maldives',
  units: 3,
  summary: '2 × Double smash burger, Fries',
  total: 22.73,
  can_cancel: false,
  can_review: false,
  created_at: '2126-11-20T08:35:00Z',
  updated_at: '2126-11-20T08:40:00Z',
}

/** Mocks orders that may be the customer's. Returns the decisions that the page sent. */
function asksAbout(orders: UnclaimedView[]) {
  const answers: string[] = []
  let left = orders
  server.use(
    http.get('*/orders/unclaimed', () => HttpResponse.json<UnclaimedOutputBody>(wholeList({ orders: left }))),
    http.post<{ id: string }, { mine: boolean }>('*/orders/:id/claim', async ({ params, request }) => {
      answers.push(`${params.id} ${(await request.json()).mine}`)
      left = left.filter(({ id }) => String(id) !== params.id)
      return HttpResponse.json<UnclaimedOutputBody>(wholeList({ orders: left }))
    }),
  )
  return answers
}

const unclaimed: UnclaimedView = {
  id: 41,
  store_name: 'Harbour Grill',
  order_type: 'delivery',
  order_status: 'pending',
  total: 12.5,
  created_at: '2126-11-20T08:35:00Z',
  time_zone: 'Indian/Maldives',
}

type Orders = Record<'running' | 'past', OrderCardView[]>

/** Returns the event of the stream for these orders. */
const statesOf = ({ running, past }: Orders): OrdersStateView => ({
  running: listed(running),
  past: listed(past),
  trips: [],
  unread_notifications: 0,
  latest_notification: 0,
  chat: noChat,
})

const listed = (orders: OrderCardView[]): OrderStatesView => ({
  total_size: orders.length,
  orders: orders.map((order) => ({
    id: order.id,
    order_status: order.order_status,
    awaits_payment: order.awaits_payment,
    payment_due_at: order.payment_due_at,
    prescription_status: order.prescription_status,
    order_type: order.order_type,
    schedule_at: order.schedule_at,
    module_type: order.module.module_type,
  })),
})

/** Mocks the stream of all orders. It sends nothing until a test does. */
const liveOrders = (onAsked?: (request: Request) => void) => liveStream<OrdersStateView>('*/events', 'orders', onAsked)

/** Mocks the lists in pages of two. Returns the requests. */
function shopHas(orders: Orders) {
  const asked: string[] = []
  asksAbout([])
  server.use(
    http.get('*/orders', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const state = searchParams.get('state') as 'running' | 'past'
      const offset = Number(searchParams.get('offset') ?? 1)
      asked.push(`${state} ${offset}`)
      const page = orders[state].slice((offset - 1) * 2, offset * 2)
      return HttpResponse.json<OrdersOutputBody>({ orders: page, offset, limit: 2, total_size: orders[state].length })
    }),
  )
  return asked
}

const open = (state: 'running' | 'past' = 'running', onState = vi.fn()) => {
  write({ token: 'token-0123456789abcdef' })
  const page = (
    <>
      <MyOrders state={state} onState={onState} />
      <Toasts />
    </>
  )
  return { onState, ...renderApp(page) }
}

describe('ORD-01 a customer’s orders', () => {
  beforeEach(() => void liveOrders())

  test('ORD-05 a past order can be ordered again, a parcel cannot', async () => {
    const parcel: OrderCardView = {
      ...card,
      id: 18,
      store_name: 'Parcel',
      order_type: 'parcel',
      order_status: 'delivered',
    }
    shopHas({ running: [], past: [{ ...card, order_status: 'delivered' }, parcel] })
    open('past')
    const [first, second] = await screen.findAllByRole('article')
    expect(within(first!).getByRole('button', { name: 'Order again: order 17' })).toBeVisible()
    expect(within(second!).queryByRole('button')).toBeNull()
  })

  test('a card shows store, items, quantity, total and status, and links to the order', async () => {
    shopHas({ running: [card], past: [] })
    open()
    const order = await screen.findByRole('article')
    expect(within(order).getByRole('link', { name: 'Smash & Sons Order 17' })).toHaveAttribute('href', '/order/17')
    for (const words of ['Cooking your food', '2 × Double smash burger, Fries', '3 items', '$22.73']) {
      expect(order).toHaveTextContent(words)
    }
    expect(order.querySelector('time')).toHaveAttribute('datetime', card.created_at)
  })

  test('a scheduled order shows its time until it is finished', async () => {
    const schedule_at = '2126-11-21T05:00:00Z'
    shopHas({ running: [{ ...card, order_status: 'scheduled', schedule_at }], past: [] })
    const { unmount } = open()
    expect(await screen.findByText(/^For/)).toHaveTextContent('10:00')
    unmount()
    shopHas({ running: [], past: [{ ...card, order_status: 'delivered', schedule_at }] })
    open('past')
    expect(await screen.findByText('Delivered')).toBeVisible()
    expect(screen.queryByText(/^For/)).toBeNull()
  })

  test('loads page by page, and shows each order once', async () => {
    const [second, third] = [
      { ...card, id: 16 },
      { ...card, id: 15 },
    ]
    const asked = shopHas({ running: [], past: [card, second, third] })
    // A stub that observes nothing, so that the test uses the button for shoppers who cannot scroll.
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never
    const { user } = open('past')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(asked).toEqual(['past 1', 'past 2'])
  })

  test.each([
    ['running', 'Nothing is on its way'],
    ['past', 'No past orders yet'],
  ] as const)('without %s orders a message and a link to the shops are shown', async (state, words) => {
    shopHas({ running: [], past: [] })
    open(state)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse shops' })).toHaveAttribute('href', '/home')
  })

  test('the tabs switch between the lists', async () => {
    shopHas({ running: [], past: [] })
    const { user, onState } = open()
    await user.click(screen.getByRole('tab', { name: 'Past' }))
    expect(onState).toHaveBeenCalledExactlyOnceWith('past')
  })

  test('P4 asks whether an order with the customer’s phone is theirs, and hides it from the list until then', async () => {
    const asked = shopHas({ running: [], past: [] })
    const answers = asksAbout([unclaimed, { ...unclaimed, id: 42, order_status: 'delivered' }])
    const { user } = open()
    const question = await screen.findByRole('group', { name: 'Harbour Grill · Order 41' })
    for (const words of ['Waiting for the store', '$12.50']) expect(question).toHaveTextContent(words)
    expect(screen.getByRole('heading', { name: 'Are these orders yours?' })).toBeVisible()
    expect(screen.queryByRole('article')).toBeNull()
    const lists = asked.length

    await user.click(within(question).getByRole('button', { name: 'Mine' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(await screen.findByText('Order 41 is now among your orders')).toBeVisible()
    await waitFor(() => expect(asked.length).toBeGreaterThan(lists))

    await user.click(screen.getByRole('button', { name: 'Not mine' }))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: /yours/ })).toBeNull())
    expect(await screen.findByText('You will not be asked about order 42 again')).toBeVisible()
    expect(answers).toEqual(['41 true', '42 false'])
  })

  test('P4 without unclaimed orders there is no question', async () => {
    shopHas({ running: [card], past: [] })
    const { queryClient } = open()
    expect(await screen.findByRole('article')).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('heading', { name: /yours\?/ })).toBeNull()
  })

  test('a list that failed to load can be fetched again', async () => {
    asksAbout([])
    server.use(http.get('*/orders', () => HttpResponse.error()))
    const { user } = open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    shopHas({ running: [card], past: [] })
    await user.click(again)
    expect(await screen.findByRole('article')).toBeVisible()
  })
})

describe('ORD-01 TRAP_O6 the list follows one stream', () => {
  const second = { ...card, id: 18, order_status: 'pending' }
  const away = 'Reconnecting. What you see may be a moment old.'
  const orders: Orders = { running: [], past: [] }
  /** Sets the server's orders. The stream sends them when a test says so. */
  const are = (running: OrderCardView[], past: OrderCardView[] = []) => Object.assign(orders, { running, past })
  const numbers = () => screen.queryAllByRole('link', { name: / Order \d+$/ }).map((link) => link.textContent)
  const news = () => screen.getAllByRole('status').map((status) => status.textContent?.trim())

  /** Opens the page, and waits for the list and the first event of the stream. */
  async function follow(onAsked?: (request: Request) => void) {
    const live = liveOrders(onAsked)
    const asked = shopHas(orders)
    const page = open()
    await screen.findAllByRole('article')
    await waitFor(() => expect(live.opened()).toBe(1))
    live.says(statesOf(orders))
    return { live, asked, says: () => live.says(statesOf(orders)), ...page }
  }

  beforeEach(() => void are([card]))
  const stops: (() => void)[] = []
  afterEach(() => stops.splice(0).forEach((stop) => stop()))

  test('a change is shown and announced; unchanged orders are not fetched again', async () => {
    const { live, asked, says } = await follow()
    says() // no change
    are([{ ...card, order_status: 'picked_up' }])
    says()
    expect(await screen.findByText('On the way')).toBeVisible()
    expect(news()).toContain('Order 17: On the way')
    expect(asked).toEqual(['running 1', 'running 1'])
    expect(live.opened()).toBe(1)
  })

  test('CHK-03 a payment that arrives is shown and announced', async () => {
    const due = '2126-11-20T09:05:00Z'
    are([{ ...second, payment_method: 'digital_payment', awaits_payment: true, payment_due_at: due }])
    const { asked, says } = await follow()
    expect(screen.getByText('Waiting for your payment')).toBeVisible()
    are([{ ...second, payment_method: 'digital_payment', payment_status: 'paid' }])
    says()
    expect(await screen.findByText('Waiting for the store')).toBeVisible()
    expect(news()).toContain('Order 18: Waiting for the store')
    expect(asked).toEqual(['running 1', 'running 1'])
  })

  test('an offline payment that was sent is shown as being checked', async () => {
    const waits = { ...second, payment_method: 'offline_payment', awaits_payment: true }
    are([{ ...waits, payment_due_at: '2126-11-20T09:05:00Z' }])
    const { says } = await follow()
    are([waits])
    says()
    expect(await screen.findByText('Checking your payment')).toBeVisible()
    expect(news()).toContain('Order 18: Checking your payment')
  })

  test('a change between the list and the stream is fetched too', async () => {
    const live = liveOrders()
    const asked = shopHas(orders)
    open()
    await screen.findAllByRole('article')
    are([{ ...card, order_status: 'picked_up' }])
    await waitFor(() => expect(live.opened()).toBe(1))
    live.says(statesOf(orders))
    expect(await screen.findByText('On the way')).toBeVisible()
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['is fetched again', 'picked_up', 'On the way', 2],
    ['is fetched once without a change', card.order_status, 'Cooking your food', 1],
  ])('a list that an event overtakes %s', async (_what, order_status, words, fetched) => {
    const live = liveOrders()
    const asked = shopHas(orders)
    const [respond, isTime] = gate()
    const before = { orders: [card], offset: 1, limit: 2, total_size: 1 }
    const overtaken = async () => {
      asked.push('running 1')
      await isTime
      return HttpResponse.json<OrdersOutputBody>(before)
    }
    server.use(http.get('*/orders', overtaken, { once: true }))
    open()
    await waitFor(() => expect([asked.length, live.opened()]).toEqual([1, 1]))
    are([{ ...card, order_status }])
    live.says(statesOf(orders))
    await act(() => Promise.resolve())
    respond()
    expect(await screen.findByText(words)).toBeVisible()
    expect(asked).toHaveLength(fetched)
  })

  test('a list that cannot be fetched after a change stays, with a note, until it can', async () => {
    const { says, user } = await follow()
    server.use(http.get('*/orders', () => HttpResponse.error()))
    are([{ ...card, order_status: 'picked_up' }])
    says()
    expect(await screen.findByText('This may be out of date.')).toBeVisible()
    expect(screen.getByRole('article')).toHaveTextContent('Cooking your food')
    shopHas(orders)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('On the way')).toBeVisible()
    expect(screen.queryByText('This may be out of date.')).toBeNull()
  })

  test('an order from another device appears, and a scheduled one shows its time', async () => {
    const { says } = await follow()
    are([second, card])
    says()
    await waitFor(() => expect(numbers()).toHaveLength(2))
    expect(news()).toContain('Order 18: Waiting for the store')
    are([{ ...second, schedule_at: '2126-11-21T05:00:00Z' }, card])
    says()
    expect(await screen.findByText(/^For/)).toHaveTextContent('10:00')
  })

  test('a finished order leaves the list, and the focus stays in the list', async () => {
    stops.push(restoreLostFocus())
    are([second, card])
    const { says } = await follow()
    screen.getByRole('link', { name: /Order 17$/ }).focus()
    are([second], [{ ...card, order_status: 'delivered' }])
    says()
    await waitFor(() => expect(numbers()).toHaveLength(1))
    expect(news()).toContain('Order 17: Delivered')
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
    screen.getByRole('link', { name: /Order 18$/ }).focus()
    are([], [{ ...second, order_status: 'canceled' }])
    says()
    expect(await screen.findByText('Nothing is on its way')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
  })

  test('a lost connection is shown; missed changes are there after reconnecting', async () => {
    const { live, asked, says } = await follow()
    live.hangsUp()
    expect(await screen.findByText(away)).toBeVisible()
    are([{ ...card, order_status: 'picked_up' }])
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(live.opened()).toBe(2))
    says()
    expect(await screen.findByText('On the way')).toBeVisible()
    expect(screen.queryByText(away)).toBeNull()
    expect(news()).toContain('Order 17: On the way')
    expect(asked).toHaveLength(2)
  })

  test('the stream needs only the session, serves both tabs, and closes with the page', async () => {
    stops.push(connect(() => {}))
    const heard: (string | null)[] = []
    const { live, rerender, unmount } = await follow(({ headers, url }) => {
      heard.push(headers.get('Authorization'), headers.get('X-Order-Token'), new URL(url).search)
    })
    are([card], [{ ...card, id: 12, order_status: 'delivered' }])
    rerender(<MyOrders state="past" onState={() => {}} />)
    expect(await screen.findByText('Delivered')).toBeVisible()
    expect(live.opened()).toBe(1)
    expect(heard).toEqual(['Bearer token-0123456789abcdef', null, ''])
    unmount()
    await waitFor(() => expect(live.left()).toBe(1))
  })

  test('without a stream the list is polled', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server.use(http.get('*/events', () => new HttpResponse(null, { status: 404 })))
    const asked = shopHas(orders)
    open()
    await screen.findAllByRole('article')
    are([{ ...card, order_status: 'picked_up' }])
    await act(() => vi.advanceTimersByTimeAsync(21_000))
    expect(await screen.findByText('On the way')).toBeVisible()
    expect(screen.queryByText(away)).toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('while the stream is open the list is not polled', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { asked } = await follow()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(asked).toEqual(['running 1'])
  })
})
