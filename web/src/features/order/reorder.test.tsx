import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { getCartOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ReorderLineView, ReorderOutputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testLine } from '@/test/trade-fixtures'
import { Reorder } from './reorder'

const line: ReorderLineView = {
  name: 'Mint burger',
  options: '',
  options_now: '',
  quantity: 2,
  units: 2,
  cost: 24,
  cost_now: 24,
  changes: [],
  message: '',
}

const answer: ReorderOutputBody = {
  done: false,
  possible: true,
  digest: 'digest-1',
  module_id: 10,
  module_type: 'food',
  store: { id: 3, slug: 'corner-kitchen', name: 'Corner Kitchen' },
  closed: false,
  other_store: '',
  lines: [line],
}

/** Answers one call after the other, and collects what was sent. */
function answerWith(...answers: ReorderOutputBody[]) {
  const sent: unknown[] = []
  server.use(
    http.post('*/orders/17/reorder', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answers[Math.min(sent.length, answers.length) - 1])
    }),
  )
  return sent
}

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

const again = () => screen.findByRole('button', { name: 'Order again: order 17' })

test('ORD-04 an order that is as it was goes into the cart at once, and its store opens', async () => {
  const user = userEvent.setup()
  const sent = answerWith({ ...answer, done: true })
  const { history } = renderApp(
    <>
      <Reorder id={17} token="tracking-token-0123456789" />
      <Toasts />
    </>,
  )
  await user.click(await again())
  expect(await screen.findByText('2 items are in your cart')).toBeVisible()
  await waitFor(() => expect(history.location.href).toBe('/store/corner-kitchen?module_id=10'))
  expect(sent).toEqual([{ guest_id: 'guest-secret-0123456789', token: 'tracking-token-0123456789' }])
})

test('ORD-04 says per line what changed, and agrees to exactly that; a second change is asked again', async () => {
  const user = userEvent.setup()
  const changed: ReorderOutputBody = {
    ...answer,
    other_store: 'Bay Bakery',
    closed: true,
    lines: [
      { ...line, cost_now: 26, changes: ['price_changed'] },
      { ...line, name: 'Soup', units: 0, changes: ['item_gone'] },
      { ...line, name: 'Rice', units: 1, changes: ['fewer'], quantity: 3 },
      { ...line, name: 'Tea', options: 'Small', options_now: 'Tiny', changes: ['options_changed'] },
      { ...line, name: 'Cake', units: 0, changes: ['not_now'], message: 'Available will be 18:00 - 20:00' },
      { ...line, name: 'Water' },
    ],
  }
  const second = {
    ...changed,
    digest: 'digest-2',
    other_store: '',
    lines: [{ ...line, cost_now: 20, changes: ['price_changed'] }],
  }
  const sent = answerWith(changed, second, { ...second, done: true })
  renderApp(<Reorder id={17} />)
  await user.click(await again())
  const dialog = await screen.findByRole('dialog', { name: 'Some things have changed' })
  for (const words of [
    'You have items from Bay Bakery in your cart. They will be removed from it.',
    'Corner Kitchen is closed now. You can order for later if it takes orders.',
    'The price has gone up: $24.00 then, $26.00 now',
    'No longer sold',
    'Only 1 of 3 can be ordered',
    'Options: Small is now Tiny',
    'Not sold at this time',
    'Available will be 18:00 - 20:00',
    'One more item is as before.',
  ]) {
    expect(dialog).toHaveTextContent(words)
  }
  expect(within(dialog).queryByText('Water')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Add to cart' }))
  await waitFor(() => expect(dialog).toHaveTextContent('The price has gone down: $24.00 then, $20.00 now'))
  expect(dialog).not.toHaveTextContent('Bay Bakery')
  await user.click(within(dialog).getByRole('button', { name: 'Add to cart' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map((body) => (body as { agreed?: string }).agreed)).toEqual([undefined, 'digest-1', 'digest-2'])
})

test('ORD-04 an order of which nothing is left offers no yes', async () => {
  const user = userEvent.setup()
  answerWith({ ...answer, possible: false, lines: [{ ...line, units: 0, changes: ['out_of_stock'] }] })
  renderApp(<Reorder id={17} />)
  await user.click(await again())
  const dialog = await screen.findByRole('dialog', { name: 'This cannot be ordered again now' })
  expect(dialog).toHaveTextContent('Sold out')
  expect(within(dialog).queryByRole('button', { name: 'Add to cart' })).toBeNull()
})

/** Shows what the page knows of the cart. */
function Badge() {
  const { data } = useQuery(getCartOptions())
  return <p>{data?.length ?? 'no'} lines</p>
}

test('ORD-04 without an answer the cart is fetched again, and a warning asks to look there first', async () => {
  const user = userEvent.setup()
  let added = 0
  server.use(
    http.get('*/cart', () => HttpResponse.json(Array.from({ length: added }, (_, id) => ({ ...testLine, id })))),
    http.post('*/orders/17/reorder', () => {
      added++
      return HttpResponse.error()
    }),
  )
  renderApp(
    <>
      <Badge />
      <Reorder id={17} />
      <Toasts />
    </>,
  )
  expect(await screen.findByText('0 lines')).toBeVisible()
  await user.click(await again())
  expect(await screen.findByText(/^We got no response\. The items may already be in your cart/)).toBeVisible()
  expect(await screen.findByText('1 lines')).toBeVisible()
  expect(screen.queryByText(/^No connection/)).toBeNull()
})

test('ORD-04 a refusal shows the server’s message, once', async () => {
  const user = userEvent.setup()
  const message = 'Your cart has just changed. Please try again.'
  server.use(http.post('*/orders/17/reorder', () => HttpResponse.json(refusal('conflict', message), { status: 409 })))
  renderApp(
    <>
      <Reorder id={17} />
      <Toasts />
    </>,
  )
  await user.click(await again())
  expect(await screen.findByText(message)).toBeVisible()
})

test('ORD-04 TRAP_L4 a double click adds once, and so does one while the store is being opened', async () => {
  const user = userEvent.setup()
  const sent = answerWith({ ...answer, done: true })
  const { history } = renderApp(<Reorder id={17} />)
  const button = await again()
  history.subscribe(() => {}) // the page of the store is never loaded
  await user.dblClick(button)
  await waitFor(() => expect(history.location.href).toBe('/store/corner-kitchen?module_id=10'))
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  expect(sent).toHaveLength(1)
})

test('ORD-04 a shopper who has gone to another page meanwhile stays there', async () => {
  const [respond, isLeft] = gate()
  server.use(http.post('*/orders/17/reorder', () => isLeft.then(() => HttpResponse.json({ ...answer, done: true }))))
  const { user, history, rerender } = renderApp(<Reorder id={17} />, { path: '/my-orders' })
  await user.click(await again())
  rerender(<Toasts />)
  respond()
  expect(await screen.findByText('2 items are in your cart')).toBeVisible()
  expect(history.location.href).toBe('/my-orders')
})
