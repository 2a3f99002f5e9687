import { cleanup, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ReactNode } from 'react'
import { MoreFacts } from '@/desk/order-parts'
import { Summary } from '@/features/checkout/summary'
import { Invoice } from '@/features/order/invoice'
import { Receipt } from '@/features/order/receipt'
import type { PriceRow, StaffOrderView } from '@/lib/api/types.gen'
import { renderApp } from './render-app'
import { server } from './server'
import { testOrder, testQuote, testRows } from './trade-fixtures'

const staffOrder: StaffOrderView = {
  id: testOrder.id,
  order_status: 'delivered',
  next_statuses: [],
  order_type: 'delivery',
  payment_method: 'cash_on_delivery',
  awaits_payment: false,
  payment_status: 'paid',
  store: { ...testOrder.store, zone_id: 1, phone: '', point: { lat: 0, lng: 0 } },
  units: 2,
  lines: [],
  rows: [],
  total: 0,
  tip: 0,
  distance_km: 1,
  cutlery: false,
  timeline: [],
  created_at: testOrder.created_at,
  status_at: testOrder.created_at,
}

const token = 'tracking-token-0123456789'

/** The screens that show the rows of an order, each with what it gets from the server. */
const screens: Record<string, (rows: PriceRow[]) => ReactNode> = {
  checkout: (rows) => <Summary quote={{ ...testQuote, rows }} isStale={false} scheduleAt={undefined} />,
  'order page': (rows) => <Receipt order={{ ...testOrder, rows }} />,
  invoice: (rows) => {
    server.use(http.get('*/orders/17', () => HttpResponse.json({ ...testOrder, rows })))
    return <Invoice id={17} token={token} />
  },
  desk: (rows) => <MoreFacts order={{ ...staffOrder, rows }} />,
}

const every = testRows({
  subtotal: 59.97,
  discount: -14.99,
  coupon_discount: -4.5,
  delivery_charge: 2,
  delivery_surge: 0.5,
  tax: 4.35,
  additional_charge: 0.75,
  extra_packaging: 0.25,
  tip: 1.5,
  total: 49.83,
})
const named = every.map((row) => (row.code === 'additional_charge' ? { ...row, label: 'Bags' } : row))
const included = testRows({ subtotal: 59.97, delivery_charge: 0, tax_included: 4.35, total: 59.97 })
const refunded = [...every, ...testRows({ refunded: -20, paid: 29.83 })]

test.each([
  { rows: every, like: ['Additional charge$0.75', 'Coupon-$4.50', 'Delivery$2.00', 'Area surcharge$0.50'] },
  { rows: named, like: ['Bags$0.75'] },
  { rows: refunded, like: ['Total$49.83', 'Refunded-$20.00', 'Paid in the end$29.83'] },
  { rows: included, like: ['DeliveryFree', 'Includes tax$4.35'] },
])('TRAP_M8 every screen shows the rows of the server: $like', async ({ rows, like }) => {
  let first: (string | null)[] | undefined
  for (const [name, screenOf] of Object.entries(screens)) {
    renderApp(screenOf(rows))
    await screen.findByText('Subtotal')
    const shown = [...document.querySelectorAll('[data-code]')].map((row) => row.textContent)
    first ??= shown
    expect({ name, shown }).toEqual({ name, shown: first })
    expect(shown).toHaveLength(rows.length)
    expect(shown).toEqual(expect.arrayContaining(like))
    cleanup()
  }
})
