import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { PayTripData } from '@/lib/api/types.gen'
import { server } from '@/test/server'
import { openTrip, serveTrip, tripToken } from '@/test/trip-world'

test('RNT-11 CHK-03 a trip that waits for its payment is paid in another way', async () => {
  const state = serveTrip({
    trip_status: 'pending',
    awaits_payment: true,
    payment_due_at: '2026-01-31T12:00:00Z',
    payment_method: 'digital_payment',
    payment_gateway: 'card',
    payment_methods: ['cash_on_delivery', 'digital_payment'],
    gateways: [{ gateway: 'card', gateway_title: 'Card' }],
  })
  const sent: PayTripData['body'][] = []
  server.use(
    http.post<never, PayTripData['body']>('*/rental/trips/17/payment', async ({ request }) => {
      sent.push(await request.json())
      state.trip = { ...state.trip, awaits_payment: false, payment_method: 'cash_on_delivery', payment_methods: [] }
      return HttpResponse.json({ trip: state.trip })
    }),
  )
  const { user } = openTrip()
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay in another way' }))
  await user.click(screen.getByLabelText('Cash at pickup'))
  await user.click(screen.getByRole('button', { name: 'Pay like this' }))
  expect(await screen.findByRole('heading', { name: 'Waiting for the provider' })).toBeVisible()
  expect(sent).toEqual([{ token: tripToken, payment_method: 'cash_on_delivery' }])
})

test('CHK-03 RNT-11 the shopper says how a trip was paid outside of the shop', async () => {
  const payment = { method: 'bank', name: 'Bank transfer', fields: [], images: [], reason: '' }
  const state = serveTrip({
    trip_status: 'pending',
    awaits_payment: true,
    payment_due_at: '2126-01-31T12:00:00Z',
    payment_method: 'offline_payment',
    payment_methods: ['offline_payment'],
    offline_payment: { ...payment, status: 'awaited', due_at: '2126-01-31T12:00:00Z' },
    offline_methods: [
      {
        id: 'bank',
        name: 'Bank transfer',
        instructions: 'IBAN 123',
        proof: 'none',
        fields: [{ id: 'number', label: 'Number', required: true }],
      },
    ],
  })
  const sent: unknown[] = []
  server.use(
    http.post('*/rental/trips/17/offline-payment', async ({ request }) => {
      sent.push(await request.json())
      const offline_payment = {
        ...payment,
        status: 'sent' as const,
        fields: [{ id: 'number', label: 'Number', value: 'T-7' }],
      }
      state.trip = { ...state.trip, payment_due_at: undefined, payment_methods: [], offline_payment }
      return HttpResponse.json(state.trip)
    }),
  )
  const { user } = openTrip()
  expect(await screen.findByRole('heading', { name: 'Pay $66.00 to book your trip' })).toBeVisible()
  expect(screen.getByText(/After that the trip is canceled/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Waiting for your payment' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'I have paid' }))
  expect(await screen.findByText('Number is required')).toBeVisible()
  await user.type(screen.getByLabelText('Number'), 'T-7')
  await user.click(screen.getByRole('button', { name: 'I have paid' }))
  expect(await screen.findByRole('heading', { name: 'We are looking for your payment' })).toBeVisible()
  expect(screen.getByText(/The provider confirms your trip once your payment has arrived/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Checking your payment' })).toBeVisible()
  expect(sent).toEqual([{ token: tripToken, method: 'bank', fields: { number: 'T-7' }, images: [] }])
})
