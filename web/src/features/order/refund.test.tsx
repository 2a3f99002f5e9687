import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OrderView, TrackingView } from '@/lib/api/types.gen'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testOrder, testTracking } from '@/test/trade-fixtures'
import { Order } from './order'

vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

const token = 'tracking-token-0123456789'

const arrived: OrderView = {
  ...testOrder,
  order_status: 'delivered',
  payment_status: 'paid',
  can_request_refund: true,
  tracking: { ...testTracking, order_status: 'delivered', step: 4, can_cancel: false },
}

const request: OrderView['refunds'][number] = {
  id: 3,
  refund_status: 'requested',
  reason: 'It arrived damaged',
  note: 'All wet',
  images: [],
  lines: [{ line_id: 1, quantity: 1 }],
  by_amount: false,
  amount: 0,
  answer: '',
  created_at: '2126-11-20T10:00:00Z',
}

let stream: ReturnType<typeof liveStream<TrackingView>>

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  stream = liveStream('*/orders/17/events', 'tracking')
  server.use(
    http.get('*/orders/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/orders/refund-reasons', () =>
      HttpResponse.json({
        reasons: [
          { id: 'missing', reason: 'Something is missing' },
          { id: 'damaged', reason: 'It arrived damaged' },
        ],
      }),
    ),
  )
})

test('ORD-04 reasons that did not load can be loaded again', async () => {
  const user = userEvent.setup()
  let isUp = false
  server.use(
    http.get('*/orders/17', () => HttpResponse.json(arrived)),
    http.get('*/orders/refund-reasons', () =>
      isUp
        ? HttpResponse.json({ reasons: [{ id: 'missing', reason: 'Something is missing' }] })
        : HttpResponse.json({ errors: [], message: 'Not now.' }, { status: 503 }),
    ),
  )
  renderApp(<Order id={17} token={token} />)
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Ask for a refund' }))
  expect(await dialog.findByText('Not now.')).toBeVisible()
  isUp = true
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('radio', { name: 'Something is missing' })).toBeVisible()
})

test('ORD-04 a refund of one of two units is requested, after a failure', async () => {
  onTestFinished(focusFirstInvalid())
  const user = userEvent.setup()
  const bodies: unknown[] = []
  server.use(
    http.get('*/orders/17', () => HttpResponse.json(arrived)),
    http.post('*/orders/17/refund', async ({ request: sent }) => {
      bodies.push(await sent.json())
      if (bodies.length === 1) {
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      }
      return HttpResponse.json({
        ...arrived,
        order_status: 'refund_requested',
        can_request_refund: false,
        refunds: [request],
      })
    }),
  )
  renderApp(<Order id={17} token={token} />)
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for a refund' })
  const send = within(dialog).getByRole('button', { name: 'Send request' })
  await user.click(within(dialog).getByRole('radio', { name: 'Some items' }))
  await user.click(send)
  expect(await within(dialog).findByText('Please choose a reason')).toBeVisible()
  expect(within(dialog).getByText('Please choose at least one item')).toBeVisible()
  await waitFor(() => expect(within(dialog).getByRole('radio', { name: 'Something is missing' })).toHaveFocus())
  await user.click(await within(dialog).findByRole('radio', { name: 'It arrived damaged' }))
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: /One less/ }))
  await user.type(within(dialog).getByLabelText('Tell us more (optional)'), 'All wet')
  await user.click(send)
  await waitFor(() => expect(bodies).toHaveLength(1))
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies[1]).toEqual({
    token,
    reason: 'damaged',
    note: 'All wet',
    images: [],
    lines: [{ line_id: 1, quantity: 1 }],
  })
  const box = await screen.findByRole('region', { name: 'You asked for a refund' })
  expect(within(box).getByText('Reason: It arrived damaged')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
})

test('ORD-04 a request whose answer was lost is shown once it is sent again', async () => {
  let isAsked = false
  server.use(
    http.get('*/orders/17', () =>
      HttpResponse.json(isAsked ? { ...arrived, can_request_refund: false, refunds: [request] } : arrived),
    ),
    http.post('*/orders/17/refund', () => {
      if (!isAsked) {
        isAsked = true
        return HttpResponse.error()
      }
      const message = 'The order is waiting for its refund already.'
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  const { user } = renderApp(<Order id={17} token={token} />)
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a refund' }))
  await user.click(await dialog.findByRole('radio', { name: 'It arrived damaged' }))
  const send = dialog.getByRole('button', { name: 'Send request' })
  await user.click(send)
  await waitFor(() => expect(isAsked).toBe(true))
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
  expect(await screen.findByRole('region', { name: 'You asked for a refund' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ORD-04 a request that is not sent yet outlives its dialog, and is gone once it is sent', async () => {
  server.use(
    http.get('*/orders/17', () => HttpResponse.json(arrived)),
    http.post('*/orders/17/refund', () => HttpResponse.json({ ...arrived, refunds: [request] })),
  )
  const { user } = renderApp(<Order id={17} token={token} />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a refund' }))
    return { dialog, damaged: await dialog.findByRole('radio', { name: 'It arrived damaged' }) }
  }
  const first = await open()
  await user.click(first.damaged)
  await user.type(first.dialog.getByLabelText('Tell us more (optional)'), 'All wet')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const second = await open()
  expect(second.damaged).toBeChecked()
  expect(second.dialog.getByLabelText('Tell us more (optional)')).toHaveValue('All wet')
  await user.click(second.dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).damaged).not.toBeChecked()
})

test('ORD-04 a request waits for its photo, also if its dialog is closed meanwhile', async () => {
  // jsdom has no createObjectURL.
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
  const [finish, arrives] = gate()
  server.use(
    http.get('*/orders/17', () => HttpResponse.json(arrived)),
    http.post('*/uploads', () => arrives.then(() => HttpResponse.json({ id: 'image-1' }))),
  )
  const { user } = renderApp(<Order id={17} token={token} />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
    return screen.findByRole('dialog', { name: 'Ask for a refund' })
  }
  const files = (await open()).querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(files!, new File(['picture'], 'soup.png', { type: 'image/png' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const send = within(await open()).getByRole('button', { name: 'Send request' })
  expect(send).toHaveAttribute('aria-busy', 'true')
  finish()
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'))
})

test('ORD-04 what came of a request, with the amount and the answer', async () => {
  const refunds: OrderView['refunds'] = [
    { ...request, refund_status: 'approved', amount: 10.71, answer: 'We are sorry.' },
    { ...request, id: 4, refund_status: 'refused', lines: [], answer: 'It was complete.' },
  ]
  server.use(http.get('*/orders/17', () => HttpResponse.json({ ...arrived, can_request_refund: false, refunds })))
  renderApp(<Order id={17} token={token} />)
  const yes = await screen.findByRole('region', { name: 'You got a refund' })
  expect(within(yes).getByText('$10.71')).toBeVisible()
  expect(within(yes).getByText('Answer: We are sorry.')).toBeVisible()
  const no = screen.getByRole('region', { name: 'Your refund was declined' })
  expect(within(no).getByText('Answer: It was complete.')).toBeVisible()
})

test('ORD-04 an amount that nobody asked for says why once, and names no items', async () => {
  const reason = 'It came late'
  const given = { ...request, refund_status: 'approved', lines: [], note: '', by_amount: true, amount: 4.25 } as const
  const refunds = [{ ...given, reason, answer: reason }]
  server.use(http.get('*/orders/17', () => HttpResponse.json({ ...arrived, refunded: 4.25, refunds })))
  renderApp(<Order id={17} token={token} />)
  const box = await screen.findByRole('region', { name: 'You got a refund' })
  expect(box).toHaveTextContent(/\$4\.25Reason: It came late$/)
})

test('ORD-04 of a parcel, no items can be chosen', async () => {
  server.use(http.get('*/orders/17', () => HttpResponse.json({ ...arrived, lines: [] })))
  const { user } = renderApp(<Order id={17} token={token} />)
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Ask for a refund' }))
  expect(await dialog.findByRole('radio', { name: 'It arrived damaged' })).toBeVisible()
  expect(dialog.queryByRole('radio', { name: 'Some items' })).toBeNull()
})

const offline_payment: OrderView['offline_payment'] = {
  method: 'bank',
  name: 'Bank transfer',
  status: 'received',
  fields: [],
  images: [],
  reason: '',
}

test('ORD-05 a refund says how the money comes back', async () => {
  const refunds: OrderView['refunds'] = [{ ...request, refund_status: 'approved', amount: 12 }]
  const back = { ...arrived, can_request_refund: false, refunds, refunded: 12 }
  const cases: [Partial<OrderView>, string][] = [
    [{}, 'The money comes back the way you paid.'],
    [{ cash_to_pay_back: 12 }, 'You get $12.00 in cash. We will contact you to hand it over.'],
    [{ cash_to_pay_back: 5, wallet_refunded: 7 }, 'You get $5.00 in cash. We will contact you to hand it over.'],
    [{ cash_paid_back: 12 }, 'You got $12.00 back in cash.'],
    [
      { cash_to_pay_back: 5, cash_paid_back: 7 },
      'You get $5.00 in cash. We will contact you to hand it over.You got $7.00 back in cash.$12.00',
    ],
    [{ wallet_refunded: 12 }, 'The money is in your wallet.'],
    [{ offline_to_pay_back: 12 }, 'You get $12.00 back the way you paid: Bank transfer.$12.00'],
    [{ offline_paid_back: 12 }, 'You got $12.00 back the way you paid: Bank transfer.$12.00'],
    [
      { offline_to_pay_back: 8, wallet_refunded: 4 },
      'You get $8.00 back the way you paid: Bank transfer.$4.00 of it is in your wallet.$12.00',
    ],
  ]
  const byCard: Partial<OrderView> = { payment_method: 'digital_payment', offline_payment: undefined }
  const notSent: [Partial<OrderView>, string][] = [
    [
      { gateway_refund_failed: 12 },
      '$12.00 could not be sent back the way you paid. We will contact you about it.$12.00',
    ],
    [
      { gateway_refund_credited: 12 },
      '$12.00 is in your wallet, because it could not be sent back the way you paid.$12.00',
    ],
    [
      { gateway_refund_settled: 12 },
      'You got $12.00 back in another way, because it could not be sent back the way you paid.$12.00',
    ],
    [{ gateway_refund_failed: 5 }, 'We will contact you about it.The rest comes back the way you paid.$12.00'],
  ]
  for (const [how, says] of notSent) cases.push([{ ...byCard, ...how }, says])
  const byBank: Partial<OrderView> = { payment_method: 'offline_payment', payment_status: 'refunded', offline_payment }
  for (const [how, says] of cases) {
    server.use(http.get('*/orders/17', () => HttpResponse.json({ ...back, ...byBank, ...how })))
    const { unmount } = renderApp(<Order id={17} token={token} />)
    const box = await screen.findByRole('region', { name: 'You got a refund' })
    expect(box).toHaveTextContent(says)
    expect(screen.queryByRole('region', { name: /your money/i })).toBeNull() // said once
    unmount()
  }
})

test('ORD-05 TRAP_O6 a canceled order says that its money could not be sent back, and is followed until somebody has decided', async () => {
  let canceled: OrderView = {
    ...arrived,
    order_status: 'canceled',
    payment_method: 'digital_payment',
    payment_status: 'refunded',
    refunded: 12,
    gateway_refund_failed: 12,
    tracking: { ...arrived.tracking, order_status: 'canceled' },
  }
  server.use(http.get('*/orders/17', () => HttpResponse.json(canceled)))
  renderApp(<Order id={17} token={token} />)
  expect(await screen.findByText(/could not be sent back/)).toHaveTextContent(
    '$12.00 could not be sent back the way you paid. We will contact you about it.',
  )
  await waitFor(() => expect(stream.opened()).toBe(1))
  const tracking = { ...canceled.tracking, updated_at: '2126-11-21T09:00:00Z' }
  canceled = { ...canceled, gateway_refund_failed: 0, gateway_refund_credited: 12, tracking }
  stream.says(tracking)
  expect(await screen.findByText(/is in your wallet/)).toHaveTextContent('$12.00 is in your wallet, because it')
  await waitFor(() => expect(stream.left()).toBe(1))
})
