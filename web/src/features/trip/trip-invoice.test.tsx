import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { RefundView, TripView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testRows } from '@/test/trade-fixtures'
import { testTrip } from '@/test/trip-fixtures'
import { TripInvoice } from './trip-invoice'

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

/** Shows the invoice of a trip of 22.00 with a deposit of 50.00, paid in cash. */
async function showInvoice(change: Partial<TripView>) {
  const trip: TripView = {
    ...testTrip,
    trip_status: 'completed',
    payment_status: 'paid',
    total: 72,
    deposit: 50,
    payments: [{ method: 'cash_on_delivery', amount: 72, paid_at: '2026-01-31T09:00:00Z' }],
    returned_at: '2026-01-31T12:00:00Z',
    ...change,
  }
  server.use(http.get('*/rental/trips/17', () => HttpResponse.json(trip)))
  renderApp(<TripInvoice id={17} token="tracking-token-0123456789" />)
  return await screen.findByRole('article')
}

const given: RefundView = {
  id: 3,
  refund_status: 'approved',
  reason: 'Not as booked',
  note: '',
  images: [],
  lines: [],
  by_amount: true,
  amount: 5,
  answer: '',
  created_at: '2026-01-31T13:00:00Z',
  decided_at: '2026-01-31T14:00:00Z',
}

test('RNT-11 ORD-01 TRAP_M8 the invoice has the cash of the return, and the tax in what was added', async () => {
  const rows = { subtotal: 20, tax: 2, deposit: 50, total: 72, extension: 22, extension_tax: 2, late_return: 44 }
  const sheet = await showInvoice({
    rows: testRows({ ...rows, late_tax: 4, deposit_used: -50, paid: 88 }),
    payments: [
      { method: 'cash_on_delivery', amount: 72, paid_at: '2026-01-31T09:00:00Z' },
      { method: 'cash_on_delivery', amount: 16, paid_at: '2026-01-31T12:00:00Z', at_return: true },
    ],
  })
  expect(sheet).toHaveTextContent(/Extension\$22\.00Tax in the extension\$2\.00/)
  expect(sheet).toHaveTextContent(/Late return\$44\.00Tax in the late return\$4\.00/)
  expect(sheet).toHaveTextContent(/Paid from the deposit-\$50\.00/)
  expect(sheet).not.toHaveTextContent(/given back/)
  expect(sheet).toHaveTextContent(/Payments.*Cash at pickup.*\$72\.00.*Cash at the return.*\$16\.00/)
  expect(screen.queryByRole('heading', { name: 'Refunds' })).toBeNull()
})

test('RNT-11 ORD-01 TRAP_D33 the invoice has the deposit that came back, and refunds', async () => {
  const refused: RefundView = { ...given, id: 2, refund_status: 'refused', amount: 0 }
  const sheet = await showInvoice({ deposit_back: 50, refunded: 55, refunds: [refused, given] })
  expect(screen.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  expect(sheet).toHaveTextContent(/Refunds.*Deposit.*Jan 31, 2026.*-\$50\.00Refund.*-\$5\.00$/)
})

test('RNT-11 ORD-01 the invoice says what a late cancellation gave back', async () => {
  const sheet = await showInvoice({
    trip_status: 'canceled',
    returned_at: undefined,
    refunded: 61,
    timeline: [...testTrip.timeline, { status: 'canceled', at: '2026-01-31T08:00:00Z', by: 'shopper' }],
  })
  expect(sheet).toHaveTextContent(/Refunds.*Cancellation.*Jan 31, 2026.*-\$61\.00$/)
})
