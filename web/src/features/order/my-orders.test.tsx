import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/toasts'
import type { OrderCardView, OrdersOutputBody, UnclaimedOutputBody, UnclaimedView } from '@/lib/api/types.gen'
import { write } from '@/lib/storage'
import { testModules } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { MyOrders } from './my-orders'

const card: OrderCardView = {
  id: 17,
  order_status: 'processing',
  order_type: 'delivery',
  payment_status: 'unpaid',
  payment_method: 'cash_on_delivery',
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
  created_at: '2126-11-20T08:35:00Z',
  updated_at: '2126-11-20T08:40:00Z',
}

/** Has orders that may be the customer's, until each is answered. */
function asksAbout(orders: UnclaimedView[]) {
  const answers: string[] = []
  let left = orders
  server.use(
    http.get('*/orders/unclaimed', () => HttpResponse.json<UnclaimedOutputBody>({ orders: left })),
    http.post<{ id: string }, { mine: boolean }>('*/orders/:id/claim', async ({ params, request }) => {
      answers.push(`${params.id} ${(await request.json()).mine}`)
      left = left.filter(({ id }) => String(id) !== params.id)
      return HttpResponse.json<UnclaimedOutputBody>({ orders: left })
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

/** Answers pages of two, and notes what was asked. */
function shopHas(orders: Record<'running' | 'past', OrderCardView[]>) {
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
  test('a card says of whom, what, how many, for how much and how far it is, and leads to the order', async () => {
    shopHas({ running: [card], past: [] })
    open()
    const order = await screen.findByRole('article')
    expect(within(order).getByRole('link', { name: 'Smash & Sons Order 17' })).toHaveAttribute('href', '/order/17')
    for (const words of ['Cooking your food', '2 × Double smash burger, Fries', '3 items', '$22.73']) {
      expect(order).toHaveTextContent(words)
    }
    expect(order.querySelector('time')).toHaveAttribute('datetime', card.created_at)
  })

  test('what is planned says for when, until it is over', async () => {
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

  test('goes on page by page, each order once', async () => {
    const [second, third] = [
      { ...card, id: 16 },
      { ...card, id: 15 },
    ]
    const asked = shopHas({ running: [], past: [card, second, third] })
    // jsdom observes nothing: the button is there for whom scrolling does not reach.
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
  ] as const)('without any %s it says so and leads to the shops', async (state, words) => {
    shopHas({ running: [], past: [] })
    open(state)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse shops' })).toHaveAttribute('href', '/home')
  })

  test('the tabs lead from one list to the other', async () => {
    shopHas({ running: [], past: [] })
    const { user, onState } = open()
    await user.click(screen.getByRole('tab', { name: 'Past' }))
    expect(onState).toHaveBeenCalledExactlyOnceWith('past')
  })

  test('P4 asks whether an order with their phone is theirs, and keeps it out of the list until then', async () => {
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

  test('P4 without such an order nothing is asked', async () => {
    shopHas({ running: [card], past: [] })
    open()
    await screen.findByRole('article')
    expect(screen.queryByRole('button', { name: 'Mine' })).toBeNull()
  })

  test('what did not load is tried again', async () => {
    asksAbout([])
    server.use(http.get('*/orders', () => HttpResponse.error()))
    const { user } = open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    shopHas({ running: [card], past: [] })
    await user.click(again)
    expect(await screen.findByRole('article')).toBeVisible()
  })
})
