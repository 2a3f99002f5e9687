import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { OfflinePaymentView, OrderView, TrackingView } from '@/lib/api/types.gen'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testOrder, testTracking } from '@/test/trade-fixtures'
import { Order } from './order'

vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

const awaited: OfflinePaymentView = {
  method: 'bank',
  name: 'Bank transfer',
  status: 'awaited',
  fields: [],
  images: [],
  reason: '',
  due_at: '2126-11-20T10:00:00Z',
}

const methods: OrderView['offline_methods'] = [
  {
    id: 'bank',
    name: 'Bank transfer',
    instructions: 'IBAN 123',
    proof: 'none',
    fields: [
      { id: 'number', label: 'Number', required: true },
      { id: 'name', label: 'Name', required: false },
    ],
  },
  { id: 'phone', name: 'Phone money', instructions: 'Send it to 555', proof: 'required', fields: [] },
]

/** An order that is paid by a bank transfer. */
const orderWith = (payment: Partial<OfflinePaymentView>, more: Partial<OrderView> = {}): OrderView => ({
  ...testOrder,
  payment_method: 'offline_payment',
  awaits_payment: true,
  offline_payment: { ...awaited, ...payment },
  offline_methods: methods,
  tracking: { ...testTracking, order_status: 'pending', step: 0, awaits_payment: true, payment_due_at: payment.due_at },
  order_status: 'pending',
  ...more,
})

const sent: OfflinePaymentView = {
  ...awaited,
  status: 'sent',
  fields: [{ id: 'number', label: 'Number', value: 'T-77' }],
  due_at: undefined,
}

function open(order: OrderView) {
  server.use(http.get('*/orders/17', () => HttpResponse.json(order)))
  renderApp(
    <>
      <Order id={17} token="tracking-token-0123456789" />
      <Toasts />
    </>,
  )
  return userEvent.setup()
}

let live: ReturnType<typeof liveStream<TrackingView>>

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  live = liveStream<TrackingView>('*/orders/17/events', 'tracking')
  server.use(http.get('*/orders/cancel-reasons', () => HttpResponse.json({ reasons: [] })))
})

test('CHK-03 what is missing is said at its field, and the payment is sent after a failure', async () => {
  onTestFinished(focusFirstInvalid())
  const bodies: unknown[] = []
  server.use(
    http.post('*/orders/17/offline-payment', async ({ request }) => {
      bodies.push(await request.json())
      return bodies.length === 1 ? HttpResponse.error() : HttpResponse.json(orderWith(sent))
    }),
  )
  const user = open(orderWith({}))
  const box = within(await screen.findByRole('region', { name: /to start your order/ }))
  expect(box.getByText('IBAN 123')).toBeVisible()
  const pay = box.getByRole('button', { name: 'I have paid' })
  await user.click(pay)
  const number = box.getByRole('textbox', { name: 'Number' })
  expect(number).toHaveAccessibleDescription('Number is required')
  await waitFor(() => expect(number).toHaveFocus())
  await user.type(number, ' T-77 ')
  await user.click(pay)
  expect(await screen.findByText(/No connection/)).toBeVisible()
  expect(number).toHaveValue('T-77')
  await user.click(pay)
  expect(await screen.findByText('Payment info updated.')).toBeVisible()
  const said = { token: 'tracking-token-0123456789', method: 'bank', fields: { number: 'T-77', name: '' }, images: [] }
  expect(bodies).toEqual([said, said])
  expect(screen.getByRole('heading', { name: 'We are looking for your payment' })).toBeVisible()
})

test('CHK-03 a method that asks for a photo wants one, and the server has the last word', async () => {
  server.use(
    http.post('*/orders/17/offline-payment', () =>
      HttpResponse.json(
        {
          errors: [{ code: 'invalid', field: 'fields.number', message: 'This text is too long.' }],
          message: 'This text is too long.',
        },
        { status: 422 },
      ),
    ),
  )
  const user = open(orderWith({}))
  await user.click(await screen.findByRole('radio', { name: 'Phone money' }))
  expect(screen.getByText('Send it to 555')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'I have paid' }))
  expect(await screen.findByText('Please upload an image of the payment.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
  await user.type(screen.getByRole('textbox', { name: 'Number' }), 'x')
  await user.click(screen.getByRole('button', { name: 'I have paid' }))
  expect(await screen.findByText('This text is too long.')).toBeVisible()
})

test('CHK-03 a payment waits for its photo', async () => {
  // jsdom has no createObjectURL.
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
  const [finish, arrives] = gate()
  server.use(http.post('*/uploads', () => arrives.then(() => HttpResponse.json({ id: 'image-1' }))))
  const user = open(orderWith({}))
  await user.click(await screen.findByRole('radio', { name: 'Phone money' }))
  const files = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(files!, new File(['picture'], 'receipt.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'I have paid' }))
  expect(screen.getByRole('button', { name: 'I have paid' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('Please upload an image of the payment.')).toBeNull()
  finish()
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'I have paid' })).not.toHaveAttribute('aria-busy'))
})

test('CHK-03 a refused payment says why, and is corrected with what was said before', async () => {
  open(orderWith({ ...sent, status: 'refused', reason: 'Nothing has arrived.', due_at: awaited.due_at }))
  const box = within(await screen.findByRole('region', { name: 'Your payment was not found' }))
  expect(screen.getByRole('region', { name: 'Your payment was not found' })).toHaveTextContent(
    'Reason: Nothing has arrived.',
  )
  expect(box.getByRole('textbox', { name: 'Number' })).toHaveValue('T-77')
})

test('CHK-03 a payment that was sent can be corrected until it is checked', async () => {
  const user = open(orderWith(sent))
  expect(await screen.findByRole('heading', { level: 1, name: 'Checking your payment' })).toBeVisible()
  expect(screen.getByText('T-77')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Correct it' }))
  expect(screen.getByRole('textbox', { name: 'Number' })).toHaveValue('T-77')
})

test('CHK-03 TRAP_O6 the page learns that the payment has arrived', async () => {
  open(orderWith(sent))
  await screen.findByText('We are looking for your payment')
  await waitFor(() => expect(live.opened()).toBe(1))
  const paid = orderWith(
    { ...sent, status: 'received' },
    { payment_status: 'paid', awaits_payment: false, offline_methods: [] },
  )
  const tracking = { ...paid.tracking, awaits_payment: false, updated_at: '2126-11-20T09:59:00Z' }
  server.use(http.get('*/orders/17', () => HttpResponse.json({ ...paid, tracking })))
  live.says(tracking)
  expect(await screen.findByText('Your payment has arrived')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Waiting for the store' })).toBeVisible()
})

test.each([
  [
    'that is received',
    orderWith({ ...sent, status: 'received' }, { payment_status: 'paid' }),
    'Your payment has arrived',
  ],
  ['of a canceled order', { ...over('canceled', sent) }, 'Have you paid already?'],
  [
    'that comes back',
    {
      ...over('canceled', { ...sent, status: 'received' }),
      payment_status: 'refunded' as const,
      offline_to_pay_back: 10,
    },
    'Your money comes back',
  ],
])('CHK-03 a payment %s is told', async (_name, order, title) => {
  open({ ...order, offline_methods: [] })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull()
})

test('CHK-03 a canceled payment says what is still to come, and what has come', async () => {
  const canceled = { ...over('canceled', { ...sent, status: 'received' }), payment_status: 'refunded' as const }
  const cases: [Partial<OrderView>, string[]][] = [
    [{ offline_to_pay_back: 7 }, ['Your money comes backYou get $7.00 back the way you paid: Bank transfer.']],
    [{ offline_paid_back: 7 }, ['You got your money backYou got $7.00 back the way you paid: Bank transfer.']],
    [{ wallet_refunded: 10 }, []],
    [{ cash_to_pay_back: 5 }, []],
  ]
  for (const [how, says] of cases) {
    server.use(http.get('*/orders/17', () => HttpResponse.json({ ...canceled, offline_methods: [], ...how })))
    const { unmount } = renderApp(<Order id={17} token="tracking-token-0123456789" />)
    await screen.findByRole('heading', { level: 1 })
    const boxes = screen.queryAllByRole('region', { name: /your money/i })
    expect(boxes.map(({ textContent }) => textContent)).toEqual(says)
    expect(screen.queryAllByText(/in cash/)).toHaveLength(how.cash_to_pay_back ? 1 : 0)
    unmount()
  }
})

function over(status: string, payment: OfflinePaymentView): OrderView {
  const order = orderWith(payment)
  return {
    ...order,
    awaits_payment: false,
    order_status: status,
    tracking: { ...order.tracking, order_status: status, step: -1, awaits_payment: false },
  }
}
