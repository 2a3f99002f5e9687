import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testParcel } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testOrder, testRows } from '@/test/trade-fixtures'
import { Invoice } from './invoice'
import { Receipt } from './receipt'

const paid: OrderView = {
  ...testOrder,
  order_status: 'delivered',
  payment_status: 'paid',
  rows: testRows({
    subtotal: 24,
    discount: -4.8,
    coupon_discount: -2,
    delivery_charge: 1.99,
    tax: 1.54,
    additional_charge: 0.5,
    extra_packaging: 0.25,
    tip: 1,
    total: 22.48,
  }),
  payments: [{ method: 'cash_on_delivery', amount: 22.48, paid_at: '2126-11-20T09:05:00Z' }],
  refunds: [
    {
      id: 3,
      refund_status: 'approved',
      reason: 'It arrived damaged',
      note: 'All wet',
      images: [],
      lines: [{ line_id: 1, quantity: 1 }],
      by_amount: false,
      amount: 9.6,
      answer: '',
      created_at: '2126-11-20T10:00:00Z',
      decided_at: '2126-11-20T11:00:00Z',
    },
  ],
}

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

const answer = (order: OrderView) => server.use(http.get('*/orders/17', () => HttpResponse.json(order)))
const rowsIn = (box: HTMLElement) => [...box.querySelectorAll('[data-code]')].map((row) => row.textContent)

test('ORD-01 TRAP_M8 the invoice has the rows of the order page, its lines, payments and refunds', async () => {
  answer(paid)
  renderApp(<Receipt order={paid} />)
  const onPage = rowsIn(document.body)
  expect(onPage).toHaveLength(9)
  document.body.replaceChildren()
  renderApp(<Invoice id={17} token="tracking-token-0123456789" />)
  const sheet = await screen.findByRole('article')
  expect(rowsIn(sheet)).toEqual(onPage)
  expect(within(sheet).getByRole('heading', { level: 1 })).toHaveTextContent('Invoice 17')
  expect(within(sheet).getByRole('row', { name: /Double, 1 × Fried egg/ })).toHaveTextContent('2$12.00$24.00')
  // The store's clock, whatever the device says.
  expect(sheet).toHaveTextContent('All times are in the time zone Indian/Maldives.')
  expect(sheet).toHaveTextContent('Nov 20, 2126, 14:05')
  expect(sheet).toHaveTextContent('12 Saffron Circus')
  expect(sheet).toHaveTextContent('-$9.60')
  expect(sheet).not.toHaveTextContent('All wet')
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  screen.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
})

test.each([
  ['canceled', 'Cancellation'],
  ['failed', 'Refund'],
] as const)('ORD-01 ORD-05 the invoice of a paid order that was %s says what came back', async (status, what) => {
  answer({
    ...paid,
    order_status: status,
    payment_status: 'refunded',
    refunded: 22.48,
    refunds: [],
    timeline: [...testOrder.timeline, { status, at: '2126-11-20T09:00:00Z', by: 'store' }],
  })
  renderApp(<Invoice id={17} token="tracking-token-0123456789" />)
  expect(await screen.findByRole('article')).toHaveTextContent(
    new RegExp(`Refunds${what}Nov 20, 2126, 14:00-\\$22\\.48$`),
  )
})

test('ORD-01 an order that nobody has paid says so, and one of a deleted account names nobody', async () => {
  const nobody = { ...paid.address!, address: '', contact_person_name: '', contact_person_number: '' }
  answer({ ...testOrder, address: nobody })
  renderApp(<Invoice id={17} token="tracking-token-0123456789" />)
  const sheet = await screen.findByRole('article')
  expect(sheet).toHaveTextContent('Cash on delivery. Nothing was paid yet.')
  expect(sheet).not.toHaveTextContent('Delivery to')
})

test('ORD-01 TRAP_M8 the invoice of a parcel names what was sent, its sender and its receiver', async () => {
  answer(testParcel)
  renderApp(<Invoice id={17} token="tracking-token-0123456789" />)
  const sheet = await screen.findByRole('article')
  expect(within(sheet).getByRole('row', { name: /^Documents/ })).toHaveTextContent(/^Documents2$/)
  expect(sheet).toHaveTextContent(/Pick up at[^:]*12 Saffron Circus/)
  expect(sheet).toHaveTextContent('Bring toBen Okri2 Hill Street')
  expect(sheet).not.toHaveTextContent('Delivery to')
})

test('ORD-01 an invoice that cannot be read for now can be tried again', async () => {
  server.use(http.get('*/orders/17', () => HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })))
  renderApp(<Invoice id={17} token="tracking-token-0123456789" />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

test('TRAP_P1 without a session and a token there is no invoice', async () => {
  renderApp(<Invoice id={17} token={undefined} />)
  expect(await screen.findByText('This order is not known on this device')).toBeVisible()
})
