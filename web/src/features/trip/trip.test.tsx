import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { ExtendTripData, TripView } from '@/lib/api/types.gen'
import { tokenFromHash } from '@/lib/account/known-purchases'
import { write } from '@/lib/scope/local-storage'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testRows } from '@/test/trade-fixtures'
import { sentPayment, testTrip } from '@/test/trip-fixtures'
import { openTrip, serveTrip, tripToken } from '@/test/trip-world'
import { Trip } from './trip'
import { TripCard } from './trip-card'
import { TripInvoice } from './trip-invoice'

test('RNT-11 a trip says what was booked, where and when', async () => {
  serveTrip()
  openTrip()
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
  expect(screen.getByText('Quay 7')).toBeVisible()
  expect(screen.getByText('3 hours')).toBeVisible()
  expect(screen.getByText(/^Provider ·/)).toBeVisible()
  expect(screen.getByText(/until 24 hours before the pickup. Later you get 50% back/)).toBeVisible()
  const receipt = screen.getByRole('region', { name: 'Your trip' })
  expect(within(receipt).getByText('Finch')).toBeVisible()
  expect(within(receipt).getByText('Cash at pickup')).toBeVisible()
})

test.each<[string, Partial<TripView>, [string, string], [string, string]]>([
  ['before the hand-over', {}, ['Pickup', '14:00'], ['Return by', '17:00']],
  [
    'after a late hand-over, which moves the return',
    { trip_status: 'ongoing', started_at: '2026-01-31T10:30:00Z', return_at: '2026-01-31T13:30:00Z' },
    ['Picked up', '15:30'],
    ['Return by', '18:30'],
  ],
  [
    'after the return',
    { trip_status: 'completed', started_at: '2026-01-31T10:30:00Z', returned_at: '2026-01-31T13:00:00Z' },
    ['Picked up', '15:30'],
    ['Returned', '18:00'],
  ],
])('RNT-11 TRAP_D12 a trip shows its times %s', async (_, trip, start, end) => {
  serveTrip(trip)
  openTrip()
  for (const [name, time] of [start, end]) {
    const fact = (await screen.findAllByRole('definition')).find((each) => each.previousSibling?.textContent === name)
    expect(fact).toHaveTextContent(time)
  }
  expect(screen.getByText('3 hours')).toBeVisible()
})

test('RNT-11 a trip of a provider without a phone has no link to call', async () => {
  serveTrip({ provider: { ...testTrip.provider, phone: '' } })
  openTrip()
  const receipt = within(await screen.findByRole('region', { name: 'Your trip' }))
  const place = within(receipt.getByText(testTrip.provider.address).parentElement!)
  expect(place.queryByRole('link')).toBeNull()
})

test('RNT-11 the card of a trip shows when its vehicles were handed over', () => {
  renderApp(<TripCard trip={{ ...testTrip, started_at: '2026-01-31T10:30:00Z' }} />)
  expect(screen.getByText(/15:30/)).toBeVisible()
})

test('MAP-02 RNT-11 a trip and its invoice show the distance with three decimals', async () => {
  serveTrip({ rental_type: 'distance_wise', distance: 3.2 })
  const { unmount } = openTrip()
  expect(await screen.findByText('3.200')).toBeVisible()
  unmount()
  renderApp(<TripInvoice id={17} token={tripToken} />)
  expect(await screen.findByText('3.200')).toBeVisible()
})

test('RNT-09 PRC-07 a trip and its invoice show what all vehicles cost, not one of them several times', async () => {
  const [line] = testTrip.lines
  serveTrip({
    rental_type: 'distance_wise',
    lines: [{ ...line!, quantity: 10, unit_price: 0.26, subtotal: 2.55, total: 2.55 }],
  })
  const { unmount } = openTrip()
  expect(await screen.findByRole('region', { name: 'Your trip' })).toHaveTextContent('$2.55')
  unmount()
  renderApp(<TripInvoice id={17} token={tripToken} />)
  expect(await screen.findByRole('row', { name: /Finch/ })).toHaveTextContent(/10.*\$0\.26.*\$2\.55/)
})

test.each([
  ['a lost connection', () => HttpResponse.error()],
  ['a 503', () => HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })],
  ['a 429', () => HttpResponse.json(refusal('too_many', 'Not now.'), { status: 429 })],
])('RNT-11 after %s a trip and its invoice can be tried again', async (_name, failure) => {
  serveTrip()
  const works = { now: false }
  server.use(http.get('*/rental/trips/17', () => (works.now ? undefined : failure())))
  const { unmount } = renderApp(<TripInvoice id={17} token={tripToken} />)
  await screen.findByRole('button', { name: 'Try again' })
  unmount()
  const { user } = openTrip()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  works.now = true
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
})

test('RNT-11 a trip of somebody else is unknown', async () => {
  const errors = [{ code: 'not_found', message: 'This trip was not found.' }]
  server.use(http.get('*/rental/trips/18', () => HttpResponse.json({ errors, message: 'x' }, { status: 404 })))
  renderApp(<Trip id={18} token={tripToken} />)
  expect(await screen.findByRole('heading', { name: 'This trip is not known on this device' })).toBeVisible()
})

describe('RNT-11 D29 the link of a guest’s trip', () => {
  test('is there to copy, and opens the trip on another device', async () => {
    serveTrip()
    const { user } = openTrip()
    const box = within(await screen.findByRole('region', { name: 'Save this link' }))
    expect(box.getByText(/until 30 days after it is done/)).toBeVisible()
    await user.click(box.getByRole('button', { name: 'Copy' }))
    const copied = new URL(await navigator.clipboard.readText())
    expect(copied.pathname).toBe('/trip/17')
    expect(tokenFromHash(copied.hash.slice(1))).toBe(tripToken)
  })

  test('is not offered to a customer, who has a list of trips', async () => {
    write({ token: 'session-of-asha-0001', customer: '5' })
    serveTrip()
    openTrip()
    expect(await screen.findByRole('link', { name: 'My trips' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Save this link' })).toBeNull()
  })

  test('is named where a trip is unknown, beside the way to find the trip by its number', () => {
    renderApp(<Trip id={17} token={undefined} />)
    expect(screen.getByText(/Open it with the link that you saved, sign in/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Track trip' })).toHaveAttribute('href', '/track-order?order_id=17')
  })
})

test('RNT-11 TRAP_P1 an expired link says how long it was valid', async () => {
  const errors = [{ code: 'link_ended', message: 'It ended.' }]
  server.use(http.get('*/rental/trips/17', () => HttpResponse.json({ errors, message: 'x' }, { status: 404 })))
  const { unmount } = openTrip()
  const ended = 'Your link opened this trip until 30 days after it was done. Sign in to find it among your trips.'
  expect(await screen.findByText(ended)).toBeVisible()
  unmount()
  renderApp(<TripInvoice id={17} token={tripToken} />)
  expect(await screen.findByText(ended)).toBeVisible()
})

test('RNT-11 a trip is kept longer for what it costs, and offers again what is left after a refusal', async () => {
  const one = { hours: 1, return_at: '2026-01-31T13:00:00Z', charge: 22 }
  const two = { hours: 2, return_at: '2026-01-31T14:00:00Z', charge: 44 }
  const state = serveTrip({ trip_status: 'ongoing', can_cancel: false, deposit: 50, extensions: [one, two] })
  const sent: ExtendTripData['body'][] = []
  server.use(
    http.post<never, ExtendTripData['body']>('*/rental/trips/17/extension', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) {
        state.trip = { ...state.trip, extensions: [one] }
        const errors = [{ code: 'out_of_stock', message: 'Somebody else has booked Finch for that time.' }]
        return HttpResponse.json({ errors, message: errors[0]!.message }, { status: 409 })
      }
      state.trip = { ...state.trip, return_at: one.return_at, extension_hours: 1, extensions: [] }
      return HttpResponse.json(state.trip)
    }),
  )
  const { user } = openTrip()
  await user.click(await screen.findByRole('button', { name: 'Keep it longer' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('It is taken from your deposit.')
  await user.click(within(dialog).getByRole('button', { name: 'Extend trip' }))
  expect(await within(dialog).findByText('Please choose a time')).toBeVisible()
  await user.click(within(dialog).getByLabelText(/2 hours more/))
  await user.click(within(dialog).getByRole('button', { name: 'Extend trip' }))
  await waitFor(() => expect(within(dialog).queryByLabelText(/2 hours more/)).toBeNull())
  await user.click(within(dialog).getByLabelText(/1 hour more/))
  await user.click(within(dialog).getByRole('button', { name: 'Extend trip' }))
  expect(await screen.findByText('and extended by 1 hour')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep it longer' })).toBeNull())
  expect(sent.map(({ return_at, charge }) => [return_at, charge])).toEqual([
    [two.return_at, 44],
    [one.return_at, 22],
  ])
})

test('RNT-09 RNT-11 of a discounted trip, the price of more hours says that it has no discount', async () => {
  const [line] = testTrip.lines
  const state = serveTrip({ extensions: [{ hours: 1, return_at: '2026-01-31T13:00:00Z', charge: 22 }] })
  const open = async () => {
    const { user, unmount } = openTrip()
    await user.click(await screen.findByRole('button', { name: 'Keep it longer' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('You pay for it when you bring it back.')
    return unmount
  }
  const close = await open()
  expect(screen.getByRole('dialog')).not.toHaveTextContent('discount')
  close()
  state.trip = { ...state.trip, lines: [{ ...line!, discount: 5 }] }
  await open()
  expect(screen.getByRole('dialog')).toHaveTextContent('The trip’s discount does not apply to the extra hours.')
})

test('RNT-11 a trip says when a return is late, and that the deposit comes back', async () => {
  serveTrip({ deposit: 50, late_return: { percent: 150, grace_minutes: 30 } })
  openTrip()
  expect(await screen.findByText(/comes back after the return/)).toHaveTextContent(
    'The deposit of $50.00 comes back after the return, less what an extension or a late return costs. If you cancel, all of it comes back.',
  )
  expect(
    screen.getByText(/more than 30 minutes late costs 150% of the undiscounted hourly price for each/),
  ).toBeVisible()
})

test('RNT-11 a trip says what the price of an hour is by which a late return is charged', async () => {
  serveTrip({ late_return: { percent: 150, grace_minutes: 30, hour_price: 14 } })
  openTrip()
  expect(await screen.findByText(/more than 30 minutes late/)).toHaveTextContent(
    'late costs 150% of the undiscounted hourly price ($14.00) for each started hour.',
  )
})

test('RNT-11 under way, a trip says nothing about canceling', async () => {
  serveTrip({ trip_status: 'ongoing', can_cancel: false, deposit: 50 })
  openTrip()
  expect(await screen.findByText(/comes back after the return/)).toBeVisible()
  expect(screen.queryByText(/If you cancel|Canceling/)).toBeNull()
})

test('RNT-11 a deposit that came back is no cancellation', async () => {
  serveTrip({
    trip_status: 'completed',
    can_cancel: false,
    deposit: 50,
    refunded: 50,
    rows: testRows({ total: 116, deposit_back: -50, paid: 66 }),
  })
  openTrip()
  expect(await screen.findByText('Deposit given back')).toBeVisible()
  expect(screen.queryByText(/You got/)).toBeNull()
  expect(screen.queryByText(/Canceling is free/)).toBeNull()
})

test('RNT-11 a trip whose money was given back says why', async () => {
  serveTrip({
    trip_status: 'refunded',
    can_cancel: false,
    refunded: 66,
    cancel_reason: 'The vehicle was not as booked',
  })
  openTrip()
  expect(await screen.findByRole('heading', { level: 1, name: 'Refunded' })).toBeVisible()
  expect(screen.getByText('Reason:')).toHaveTextContent('Reason: The vehicle was not as booked')
  expect(screen.queryByRole('button', { name: 'Cancel this trip' })).toBeNull()
})

test('RNT-11 cash that was given back is still to come', async () => {
  serveTrip({ trip_status: 'refunded', can_cancel: false, refunded: 66, cash_to_pay_back: 66 })
  openTrip()
  expect(await screen.findByText(/in cash/)).toHaveTextContent(
    'You get $66.00 in cash. We will contact you to hand it over.',
  )
})

test('RNT-11 CHK-03 what was paid outside of the shop and is given back is to come, then has come', async () => {
  const canceled: Partial<TripView> = {
    trip_status: 'canceled',
    can_cancel: false,
    payment_method: 'offline_payment',
    payment_status: 'paid',
    offline_payment: { ...sentPayment, status: 'received' },
    refunded: 40,
    wallet_refunded: 10,
  }
  const cases: [Partial<TripView>, string, string][] = [
    [{ offline_to_pay_back: 30 }, 'Your money comes back', 'You get $30.00 back the way you paid: Bank.'],
    [{ offline_paid_back: 30 }, 'You got your money back', 'You got $30.00 back the way you paid: Bank.'],
  ]
  for (const [how, title, says] of cases) {
    serveTrip({ ...canceled, ...how })
    const { unmount } = openTrip()
    expect(await screen.findByRole('region', { name: title })).toHaveTextContent(says)
    const got = how.offline_to_pay_back ? '$10.00' : '$40.00'
    expect(document.body).toHaveTextContent(`You got ${got} back.`)
    unmount()
  }
})

test('RNT-11 ORD-01 TRAP_M8 the invoice names the provider, the vehicles, times and places, and has the trip’s rows', async () => {
  serveTrip({
    payment_status: 'paid',
    payments: [{ method: 'cash_on_delivery', amount: 66, paid_at: '2026-01-31T09:00:00Z' }],
    destination_location: { location_name: 'Lighthouse 1' },
    coupon_code: 'SUN',
  })
  renderApp(<TripInvoice id={17} token={tripToken} />)
  expect(await screen.findByRole('heading', { name: 'Invoice 17' })).toBeVisible()
  const sheet = screen.getByRole('article')
  for (const words of [
    testTrip.provider.name,
    testTrip.provider.address,
    'Asha',
    'Quay 7',
    'Lighthouse 1',
    '3 hours',
    'Coupon SUN',
  ])
    expect(sheet).toHaveTextContent(words)
  expect(within(sheet).getByRole('row', { name: /Finch/ })).toHaveTextContent(/Finch.*2.*\$30\.00.*\$60\.00/)
  expect([...sheet.querySelectorAll('[data-code]')]).toHaveLength(testTrip.rows.length)
  expect(sheet).toHaveTextContent(/Payments.*Cash at pickup.*\$66\.00/)
  expect(screen.getByRole('link', { name: 'Trip 17' })).toHaveAttribute('href', '/trip/17')
})
