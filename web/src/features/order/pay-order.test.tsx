import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { OrderView, PayOrderInputBody } from '@/lib/api/types.gen'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { gate } from '@/test/gate'
import { testParcel } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testOrder } from '@/test/trade-fixtures'
import { PayOrder } from './pay-order'

const left = vi.hoisted(() => vi.fn<(url: string) => void>())
vi.mock('@/lib/page/leave', () => ({ leaveFor: left, useLeave: () => ({ isLeaving: false, leave: left }) }))

const waiting: OrderView = {
  ...testOrder,
  awaits_payment: true,
  payment_method: 'digital_payment',
  payment_gateway: 'sandbox',
  payment_due_at: '2126-11-20T09:35:00Z',
  payment_methods: ['cash_on_delivery', 'digital_payment'],
  gateways: [{ gateway: 'sandbox', gateway_title: 'Sandbox' }],
  wallet_part: 10,
  to_pay: 12.73,
}

/** Mocks payOrder. Returns what was sent. */
function mockPay(redirect_link?: string) {
  const sent: PayOrderInputBody[] = []
  server.use(
    http.post<never, PayOrderInputBody>('*/orders/17/payment', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ order: waiting, redirect_link })
    }),
  )
  return sent
}

function open(order: OrderView) {
  return renderApp(
    <>
      <PayOrder order={order} token="tracking-token-0123456789" isRunning />
      <Toasts />
    </>,
  )
}

test('CHK-03 an order that waits for its payment asks for the rest, and leads to the gateway', async () => {
  const sent = mockPay('/sandbox-pay/1')
  const { user } = open(waiting)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Pay $12.73 to start your order')
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('/sandbox-pay/1'))
  expect(sent).toMatchObject([{ payment_method: 'digital_payment', payment_gateway: 'sandbox' }])
})

test('PCL-01 CHK-03 the payment of a parcel speaks of the parcel and its rider', () => {
  const byCard: OrderView = { ...waiting, order_type: 'parcel', parcel: testParcel.parcel }
  const first = open(byCard)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Pay $12.73 to send your parcel')
  expect(screen.getByText(/After that the parcel is canceled/)).toBeVisible()
  first.unmount()
  open({ ...byCard, payment_due_at: undefined })
  expect(screen.getByText(/^A rider comes as soon as it has arrived/)).toBeVisible()
})

test('CHK-03 a failed call leads nowhere, and the next one to the gateway', async () => {
  left.mockClear()
  server.use(http.post('*/orders/17/payment', () => HttpResponse.error()))
  const { user } = open(waiting)
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  expect(await screen.findByText(/No connection/)).toBeVisible()
  expect(left).not.toHaveBeenCalled()
  mockPay('/sandbox-pay/2')
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/sandbox-pay/2'))
})

test('CHK-03 who leaves the order in mid-call is not taken to the gateway', async () => {
  left.mockClear()
  const [answer, answered] = gate()
  const sent = vi.fn()
  server.use(
    http.post('*/orders/17/payment', async () => {
      sent()
      await answered
      return HttpResponse.json({ order: waiting, redirect_link: '/sandbox-pay/3' })
    }),
  )
  const { user, unmount } = open(waiting)
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  unmount()
  answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left).not.toHaveBeenCalled()
})

test('CHK-03 it can be changed to a way that is offered, and the page no longer shows the earlier payment', async () => {
  writeTabValue('payment', { page: '/order/17', id: 'pay-0123456789' })
  const sent = mockPay()
  const { user } = open(waiting)
  await user.click(screen.getByRole('button', { name: 'Pay in another way' }))
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Cash on delivery'])
  await user.click(screen.getByRole('radio', { name: 'Cash on delivery' }))
  await user.click(screen.getByRole('button', { name: 'Pay like this' }))
  expect(await screen.findByText('The way to pay was changed.')).toBeVisible()
  expect(sent).toMatchObject([{ payment_method: 'cash_on_delivery' }])
  expect(readTabValue('payment')).toBeNull()
})

test('TRAP_O1 after a lost response the next tap shows the payment from the wallet, and pays once', async () => {
  const keys: (string | null)[] = []
  server.use(
    http.post('*/orders/17/payment', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      if (keys.length === 1) return HttpResponse.error() // it is paid, and the response is lost
      return keys[1] === keys[0]
        ? HttpResponse.json({
            order: { ...waiting, awaits_payment: false, payment_method: 'wallet', payment_status: 'paid' },
          })
        : HttpResponse.json({ errors: [], message: 'This order is paid already.' }, { status: 409 })
    }),
  )
  const { user } = open({ ...waiting, payment_methods: ['wallet', 'digital_payment'] })
  await user.click(screen.getByRole('button', { name: 'Pay in another way' }))
  await user.click(screen.getByRole('radio', { name: /Wallet/ }))
  await user.click(screen.getByRole('button', { name: 'Pay $12.73' }))
  expect(await screen.findByText(/No connection/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay $12.73' }))
  expect(await screen.findByText('The way to pay was changed.')).toBeVisible()
  expect(screen.queryByText('This order is paid already.')).toBeNull()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('CHK-03 while the money is on its way there is nothing to pay', () => {
  open({ ...waiting, payment_due_at: undefined, payment_methods: [] })
  expect(screen.getByText('Your payment is on its way')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
