import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { DecideRefundBody, StaffOrderView } from '@/lib/api/types.gen'
import { admin, at, card, inCard, press, serveDesk, signedInDesk, testOrder } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

test('ORD-04 an admin gives back some of what was asked for, after a failure', async () => {
  const refund = {
    id: 2,
    reason: 'Something is missing',
    note: 'No tea',
    images: [],
    by_amount: false,
    answer: '',
    created_at: at,
  }
  const asked = testOrder(1, {
    order_status: 'refund_requested',
    payment_status: 'paid',
    next_statuses: ['delivered', 'refunded'],
    refunds: [{ ...refund, refund_status: 'requested', lines: [{ line_id: 1, quantity: 2 }], amount: 0 }],
  })
  serveDesk(admin)
  let waiting = [asked]
  const answers: DecideRefundBody[] = []
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const orders = new URL(request.url).searchParams.get('state') === 'refund' ? waiting : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post<never, DecideRefundBody>('*/admin/refunds/1', async ({ request }) => {
      answers.push(await request.json())
      if (answers.length === 1) return HttpResponse.error()
      waiting = []
      const approved = {
        ...refund,
        refund_status: 'approved' as const,
        lines: [{ line_id: 1, quantity: 1 }],
        amount: 2.5,
      }
      return HttpResponse.json({ ...asked, order_status: 'delivered', refunds: [approved], refunded: 2.5 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Refunds 1' }))
  expect(await card(1)).toHaveTextContent(/Requested.*2 × Tea.*Something is missing.*No tea/)
  await press(user, 1, 'Give money back')
  await user.click(screen.getByRole('radio', { name: 'Some items' }))
  await press(user, 1, 'Give money back')
  expect(screen.getByText('Please choose at least one item')).toBeVisible()
  expect(answers).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: /Tea/ }))
  await user.click(screen.getByRole('button', { name: /One less/ }))
  await user.type(screen.getByLabelText('What the shopper reads (optional)'), 'Sorry')
  await press(user, 1, 'Give money back')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')
  await press(user, 1, 'Try again')
  expect(await screen.findByRole('tab', { name: 'Refunds 0' })).toBeVisible()
  const sent = { approve: true, reason: 'Sorry', lines: [{ line_id: 1, quantity: 1 }], request_id: 2 }
  expect(answers).toEqual([sent, sent])
})

test('ORD-04 TRAP_O1 a refund is refused with a reason, and one that nobody asked for needs one', async () => {
  const delivered = testOrder(1, { order_status: 'delivered', payment_status: 'paid', next_statuses: [], refunded: 2 })
  const asked = testOrder(2, { order_status: 'refund_requested', payment_status: 'paid', next_statuses: ['delivered'] })
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const orders = state === 'refund' ? [asked] : state === 'past' ? [delivered] : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post('*/admin/refunds/:id', async ({ request, params }) => {
      answers.push([params['id'], await request.json()])
      return HttpResponse.json(params['id'] === '1' ? { ...delivered, order_status: 'refunded' } : asked)
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Refunds 1' }))
  await press(user, 2, 'Refuse refund')
  await user.click(screen.getByRole('radio', { name: 'Everything was in the order' }))
  await press(user, 2, 'Refuse refund')
  await waitFor(() => expect(answers).toHaveLength(1))

  await user.click(screen.getByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  expect(screen.getByRole('radio', { name: 'Everything: $3.00' })).toBeChecked()
  await press(user, 1, 'Give money back')
  expect(await screen.findByText('Please say why')).toBeVisible()
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'It was spilled')
  await press(user, 1, 'Give money back')
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(answers).toEqual([
    ['2', { approve: false, reason: 'Everything was in the order', request_id: 0 }],
    ['1', { approve: true, reason: 'It was spilled', whole: true, refunded: 2, request_id: 0 }], // of which the admin knew
  ])
})

test('CHK-03 an admin gives money back into the wallet of a customer, not of a guest', async () => {
  const rows = [
    { code: 'total', label: 'price_row.total', amount: 5 },
    { code: 'wallet', label: 'price_row.wallet', amount: -2 },
    { code: 'to_pay', label: 'price_row.to_pay', amount: 3 },
  ]
  const paid = { order_status: 'delivered', payment_status: 'paid', next_statuses: ['refunded'], rows }
  const byCard = { ...paid, payment_method: 'digital_payment', gateway_title: 'Pay by card' }
  const orders = [testOrder(1, { ...byCard, has_wallet: true }), testOrder(2, byCard)]
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const past = new URL(request.url).searchParams.get('state') === 'past' ? orders : []
      return HttpResponse.json({ orders: past, total_size: past.length, limit: 50, offset: 1 })
    }),
    http.post('*/admin/refunds/:id', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json(orders[0])
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  expect(await card(1)).toHaveTextContent(/Paid: \$5\.00.*\$2\.00 from the wallet.*\$3\.00 by Pay by card/)
  expect(within(await card(1)).queryByText('From your wallet')).toBeNull()
  await press(user, 2, 'Give money back')
  expect(within(await card(2)).queryByRole('checkbox', { name: /wallet/ })).toBeNull()
  await press(user, 1, 'Give money back')
  await user.click(within(await card(1)).getByRole('checkbox', { name: /customer’s wallet/ }))
  await user.type(within(await card(1)).getByLabelText('Why? The shopper reads this.'), 'Cold')
  await press(user, 1, 'Give money back')
  await waitFor(() =>
    expect(answers).toEqual([{ approve: true, reason: 'Cold', whole: true, to_wallet: true, request_id: 0 }]),
  )
})

/** Serves a delivered order, and keeps what is decided about it. */
function serveDelivered(more: Partial<StaffOrderView>) {
  const order = testOrder(1, { order_status: 'delivered', payment_status: 'paid', next_statuses: [], ...more })
  const answers: DecideRefundBody[] = []
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const orders = new URL(request.url).searchParams.get('state') === 'past' ? [order] : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post<never, DecideRefundBody>('*/admin/refunds/1', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json(order)
    }),
  )
  return answers
}

test('ORD-04 an admin gives an amount back, however it is typed, and never more than is left', async () => {
  const answers = serveDelivered({ refunded: 2.2 })
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  expect(screen.getByRole('radio', { name: 'Everything: $2.80' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'It was late')
  await press(user, 1, 'Give money back')
  const field = screen.getByLabelText('How much?')
  expect(field).toHaveAccessibleDescription('Please enter how much you give back')
  for (const [typed, problem] of [
    ['0', 'Please enter how much you give back'],
    ['2.81', 'Please enter at most $2.80.'],
    ['1.234', 'An amount has at most 2 decimals.'],
    ['-1', 'Please enter an amount, such as 2.5.'],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    await press(user, 1, 'Give money back')
    expect(field).toHaveAccessibleDescription(problem)
  }
  expect(answers).toEqual([])
  await user.clear(field)
  await user.type(field, '٢٫٥{Enter}')
  await waitFor(() =>
    expect(answers).toEqual([{ approve: true, reason: 'It was late', amount: 2.5, refunded: 2.2, request_id: 0 }]),
  )
})

test('ORD-04 all that is left may be given back as an amount', async () => {
  const answers = serveDelivered({ total: 60, refunded: 19.99 })
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await user.type(screen.getByLabelText('How much?'), '40.01')
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'Cold')
  await press(user, 1, 'Give money back')
  await waitFor(() => expect(answers).toMatchObject([{ amount: 40.01 }]))
})

test('ORD-04 of a parcel, everything or an amount is given back', async () => {
  serveDelivered({ lines: [] })
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Everything: $5.00',
    'An amount',
  ])
})

test('ORD-04 an amount that was given back is not the whole order, and its reason is said once', async () => {
  const reason = 'It was late'
  const given = { id: 2, reason, answer: reason, note: '', images: [], lines: [], created_at: at }
  serveDelivered({ refunds: [{ ...given, refund_status: 'approved', by_amount: true, amount: 2.5 }], refunded: 2.5 })
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  expect(await card(1)).toHaveTextContent(/Given back\$2\.50A part of the priceIt was late/)
  expect(within(await card(1)).getAllByText(/It was late/)).toHaveLength(1)
  expect(await card(1)).not.toHaveTextContent('The whole order')
})

test('ORD-04 an amount that was given back while the question was open is not given back again', async () => {
  const answers: DecideRefundBody[] = []
  const message = 'Money has been given back meanwhile. Please look again.'
  const state = { order: testOrder(1, { order_status: 'delivered', payment_status: 'paid', next_statuses: [] }) }
  state.order.refunded = 1
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const orders = new URL(request.url).searchParams.get('state') === 'past' ? [state.order] : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post<never, DecideRefundBody>('*/admin/refunds/1', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json({ errors: [{ code: 'conflict', field: 'refunded', message }], message }, { status: 409 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'Cold')
  state.order = { ...state.order, refunded: 2 }
  window.dispatchEvent(new Event('visibilitychange')) // the list is fetched again
  expect(await screen.findByRole('radio', { name: 'Everything: $3.00' })).toBeChecked()
  await press(user, 1, 'Give money back')
  expect(await screen.findByText(`Order 1: ${message}`)).toBeVisible()
  expect(answers).toEqual([{ approve: true, reason: 'Cold', whole: true, refunded: 1, request_id: 0 }])
  expect(screen.queryByLabelText('Why? The shopper reads this.'), 'the question is over').toBeNull()
})

test('ORD-04 a refund of which only the answer was lost is not offered to be sent again', async () => {
  const state = { order: testOrder(1, { order_status: 'delivered', payment_status: 'paid', next_statuses: [] }) }
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const orders = new URL(request.url).searchParams.get('state') === 'past' ? [state.order] : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post('*/admin/refunds/1', () => {
      state.order = { ...state.order, refunded: 2 }
      return HttpResponse.error()
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await user.type(screen.getByLabelText('How much?'), '2')
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'Cold')
  await press(user, 1, 'Give money back')
  await waitFor(() => expect(screen.queryByLabelText('How much?')).toBeNull())
  expect(within(await card(1)).queryByRole('alert')).toBeNull()
})
