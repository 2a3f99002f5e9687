import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { CancelTripData, ExtendTripData, PayTripData, TripView } from '@/lib/api/types.gen'
import { tokenFromHash } from '@/lib/account/known-purchases'
import { write } from '@/lib/scope/local-storage'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testRows } from '@/test/trade-fixtures'
import { testTrip } from '@/test/trip-fixtures'
import { Trip } from './trip'
import { TripCard } from './trip-card'
import { TripInvoice } from './trip-invoice'

const token = 'token-of-trip-00001'

/** Answers with a trip, which the test may change. */
function serve(trip: Partial<TripView> = {}) {
  const state = { trip: { ...testTrip, ...trip } }
  server.use(
    http.get('*/rental/trips/cancel-reasons', () =>
      HttpResponse.json({ reasons: [{ id: 'mistake', reason: 'I booked by mistake' }] }),
    ),
    http.get('*/rental/trips/17', () => HttpResponse.json(state.trip)),
  )
  return state
}

const show = () => renderApp(<Trip id={17} token={token} />)

test('RNT-11 a trip says what was booked, where and when', async () => {
  serve()
  show()
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
  serve(trip)
  show()
  for (const [name, time] of [start, end]) {
    const fact = (await screen.findAllByRole('definition')).find((each) => each.previousSibling?.textContent === name)
    expect(fact).toHaveTextContent(time)
  }
  expect(screen.getByText('3 hours')).toBeVisible()
})

test('RNT-11 a trip of a provider without a phone has no link to call', async () => {
  serve({ provider: { ...testTrip.provider, phone: '' } })
  show()
  const receipt = within(await screen.findByRole('region', { name: 'Your trip' }))
  const place = within(receipt.getByText(testTrip.provider.address).parentElement!)
  expect(place.queryByRole('link')).toBeNull()
})

test('RNT-11 the card of a trip shows when its vehicles were handed over', () => {
  renderApp(<TripCard trip={{ ...testTrip, started_at: '2026-01-31T10:30:00Z' }} />)
  expect(screen.getByText(/15:30/)).toBeVisible()
})

test('MAP-02 RNT-11 a trip and its invoice show the distance with three decimals', async () => {
  serve({ rental_type: 'distance_wise', distance: 3.2 })
  const { unmount } = show()
  expect(await screen.findByText('3.200')).toBeVisible()
  unmount()
  renderApp(<TripInvoice id={17} token={token} />)
  expect(await screen.findByText('3.200')).toBeVisible()
})

test('RNT-09 PRC-07 a trip and its invoice show what all vehicles cost, not one of them several times', async () => {
  const [line] = testTrip.lines
  serve({
    rental_type: 'distance_wise',
    lines: [{ ...line!, quantity: 10, unit_price: 0.26, subtotal: 2.55, total: 2.55 }],
  })
  const { unmount } = show()
  expect(await screen.findByRole('region', { name: 'Your trip' })).toHaveTextContent('$2.55')
  unmount()
  renderApp(<TripInvoice id={17} token={token} />)
  expect(await screen.findByRole('row', { name: /Finch/ })).toHaveTextContent(/10.*\$0\.26.*\$2\.55/)
})

test('RNT-11 a cancellation says what comes back, and asks again if that has changed', async () => {
  const state = serve({ payment_status: 'paid', payment_method: 'wallet', wallet_part: 66, cancel_gives_back: 66 })
  const sent: CancelTripData['body'][] = []
  server.use(
    http.post<never, CancelTripData['body']>('*/rental/trips/17/cancel', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) {
        state.trip = { ...state.trip, cancel_gives_back: 33 }
        const errors = [
          { code: 'price_changed', message: 'What you get back has changed meanwhile. Please look again.' },
        ]
        return HttpResponse.json({ errors, message: errors[0]!.message }, { status: 409 })
      }
      state.trip = { ...state.trip, trip_status: 'canceled', can_cancel: false, cancel_reason: 'I booked by mistake' }
      return HttpResponse.json(state.trip)
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('You get $66.00 back')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel trip' }))
  expect(await within(dialog).findByText('Please choose a reason')).toBeVisible()
  await user.click(within(dialog).getByLabelText('I booked by mistake'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel trip' }))
  await waitFor(() => expect(dialog).toHaveTextContent('You get $33.00 back'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel trip' }))
  expect(await screen.findByRole('heading', { name: 'This trip was canceled' })).toBeVisible()
  expect(sent.map(({ gives_back, reason }) => [gives_back, reason])).toEqual([
    [66, 'mistake'],
    [33, 'mistake'],
  ])
})

test('RNT-11 TRAP_C4 what the open question says comes back is sent, also if it has changed meanwhile', async () => {
  const paid = { payment_status: 'paid', payment_method: 'wallet', wallet_part: 66, cancel_gives_back: 66 } as const
  const state = serve({ ...paid, trip_status: 'pending' })
  const stream = liveStream<TripView>('*/rental/trips/17/events', 'trip')
  const sent: (number | undefined)[] = []
  server.use(
    http.post<never, CancelTripData['body']>('*/rental/trips/17/cancel', async ({ request }) => {
      sent.push((await request.json()).gives_back)
      return HttpResponse.json(refusal('price_changed', 'It has changed.'), { status: 409 })
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const box = await screen.findByRole('dialog')
  const dialog = within(box)
  await user.click(dialog.getByLabelText('I booked by mistake'))
  state.trip = { ...state.trip, trip_status: 'confirmed', cancel_gives_back: 33, updated_at: '2126-01-30T09:00:00Z' }
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(state.trip)
  expect(await screen.findByRole('heading', { name: 'Confirmed', hidden: true })).toBeInTheDocument()
  expect(box).toHaveTextContent('You get $66.00 back')
  await user.click(dialog.getByRole('button', { name: 'Cancel trip' }))
  await waitFor(() => expect(box).toHaveTextContent('You get $33.00 back'))
  await user.click(dialog.getByRole('button', { name: 'Cancel trip' }))
  await waitFor(() => expect(sent).toEqual([66, 33]))
})

const payment: TripView['offline_payment'] = {
  method: 'bank',
  name: 'Bank',
  status: 'sent',
  fields: [],
  images: [],
  reason: '',
}
const unpaid: Partial<TripView> = { trip_status: 'pending', awaits_payment: true, payment_methods: ['wallet'] }

test.each<[string, Partial<TripView>, string]>([
  ['that is not paid', {}, 'You have paid nothing yet.'],
  ['that is still to be paid', { ...unpaid, payment_due_at: '2126-01-31T09:00:00Z' }, 'You have paid nothing yet.'],
  [
    'whose payment is looked for',
    { ...unpaid, payment_method: 'offline_payment', offline_payment: payment },
    'If your payment arrives, you get it back the way it came.',
  ],
])('RNT-11 CHK-03 the cancellation of a trip %s says so', async (_name, trip, says) => {
  serve(trip)
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(says)
  expect(within(dialog).queryAllByText(/paid nothing|arrives/)).toHaveLength(1)
})

test('RNT-11 reasons for a cancellation that did not load can be loaded again', async () => {
  serve()
  let isUp = false
  server.use(
    http.get('*/rental/trips/cancel-reasons', () =>
      isUp ? HttpResponse.json({ reasons: [{ id: 'mistake', reason: 'I booked by mistake' }] }) : HttpResponse.error(),
    ),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const dialog = within(await screen.findByRole('dialog'))
  const again = await dialog.findByRole('button', { name: 'Try again' })
  isUp = true
  await user.click(again)
  expect(await dialog.findByLabelText('I booked by mistake')).toBeVisible()
})

test('RNT-11 CHK-03 a trip that waits for its payment is paid in another way', async () => {
  const state = serve({
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
  const { user } = show()
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay in another way' }))
  await user.click(screen.getByLabelText('Cash at pickup'))
  await user.click(screen.getByRole('button', { name: 'Pay like this' }))
  expect(await screen.findByRole('heading', { name: 'Waiting for the provider' })).toBeVisible()
  expect(sent).toEqual([{ token, payment_method: 'cash_on_delivery' }])
})

test('CHK-03 RNT-11 the shopper says how a trip was paid outside of the shop', async () => {
  const payment = { method: 'bank', name: 'Bank transfer', fields: [], images: [], reason: '' }
  const state = serve({
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
  const { user } = show()
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
  expect(sent).toEqual([{ token, method: 'bank', fields: { number: 'T-7' }, images: [] }])
})

test.each([
  ['a lost connection', () => HttpResponse.error()],
  ['a 503', () => HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })],
  ['a 429', () => HttpResponse.json(refusal('too_many', 'Not now.'), { status: 429 })],
])('RNT-11 after %s a trip and its invoice can be tried again', async (_name, failure) => {
  serve()
  const works = { now: false }
  server.use(http.get('*/rental/trips/17', () => (works.now ? undefined : failure())))
  const { unmount } = renderApp(<TripInvoice id={17} token={token} />)
  await screen.findByRole('button', { name: 'Try again' })
  unmount()
  const { user } = show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  works.now = true
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
})

test('RNT-11 a trip of somebody else is unknown', async () => {
  const errors = [{ code: 'not_found', message: 'This trip was not found.' }]
  server.use(http.get('*/rental/trips/18', () => HttpResponse.json({ errors, message: 'x' }, { status: 404 })))
  renderApp(<Trip id={18} token={token} />)
  expect(await screen.findByRole('heading', { name: 'This trip is not known on this device' })).toBeVisible()
})

describe('RNT-11 D29 the link of a guest’s trip', () => {
  test('is there to copy, and opens the trip on another device', async () => {
    serve()
    const { user } = show()
    const box = within(await screen.findByRole('region', { name: 'Save this link' }))
    expect(box.getByText(/until 30 days after it is done/)).toBeVisible()
    await user.click(box.getByRole('button', { name: 'Copy' }))
    const copied = new URL(await navigator.clipboard.readText())
    expect(copied.pathname).toBe('/trip/17')
    expect(tokenFromHash(copied.hash.slice(1))).toBe(token)
  })

  test('is not offered to a customer, who has a list of trips', async () => {
    write({ token: 'session-of-asha-0001', customer: '5' })
    serve()
    show()
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
  const { unmount } = show()
  const ended = 'Your link opened this trip until 30 days after it was done. Sign in to find it among your trips.'
  expect(await screen.findByText(ended)).toBeVisible()
  unmount()
  renderApp(<TripInvoice id={17} token={token} />)
  expect(await screen.findByText(ended)).toBeVisible()
})

test('RNT-11 a trip is kept longer for what it costs, and offers again what is left after a refusal', async () => {
  const one = { hours: 1, return_at: '2026-01-31T13:00:00Z', charge: 22 }
  const two = { hours: 2, return_at: '2026-01-31T14:00:00Z', charge: 44 }
  const state = serve({ trip_status: 'ongoing', can_cancel: false, deposit: 50, extensions: [one, two] })
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
  const { user } = show()
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
  const state = serve({ extensions: [{ hours: 1, return_at: '2026-01-31T13:00:00Z', charge: 22 }] })
  const open = async () => {
    const { user, unmount } = show()
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
  serve({ deposit: 50, late_return: { percent: 150, grace_minutes: 30 } })
  show()
  expect(await screen.findByText(/comes back after the return/)).toHaveTextContent(
    'The deposit of $50.00 comes back after the return, less what an extension or a late return costs. If you cancel, all of it comes back.',
  )
  expect(
    screen.getByText(/more than 30 minutes late costs 150% of the undiscounted hourly price for each/),
  ).toBeVisible()
})

test('RNT-11 a trip says what the price of an hour is by which a late return is charged', async () => {
  serve({ late_return: { percent: 150, grace_minutes: 30, hour_price: 14 } })
  show()
  expect(await screen.findByText(/more than 30 minutes late/)).toHaveTextContent(
    'late costs 150% of the undiscounted hourly price ($14.00) for each started hour.',
  )
})

test('RNT-11 under way, a trip says nothing about canceling', async () => {
  serve({ trip_status: 'ongoing', can_cancel: false, deposit: 50 })
  show()
  expect(await screen.findByText(/comes back after the return/)).toBeVisible()
  expect(screen.queryByText(/If you cancel|Canceling/)).toBeNull()
})

test('RNT-11 a deposit that came back is no cancellation', async () => {
  serve({
    trip_status: 'completed',
    can_cancel: false,
    deposit: 50,
    refunded: 50,
    rows: testRows({ total: 116, deposit_back: -50, paid: 66 }),
  })
  show()
  expect(await screen.findByText('Deposit given back')).toBeVisible()
  expect(screen.queryByText(/You got/)).toBeNull()
  expect(screen.queryByText(/Canceling is free/)).toBeNull()
})

test('RNT-11 a trip whose money was given back says why', async () => {
  serve({ trip_status: 'refunded', can_cancel: false, refunded: 66, cancel_reason: 'The vehicle was not as booked' })
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Refunded' })).toBeVisible()
  expect(screen.getByText('Reason:')).toHaveTextContent('Reason: The vehicle was not as booked')
  expect(screen.queryByRole('button', { name: 'Cancel this trip' })).toBeNull()
})

test('RNT-11 cash that was given back is still to come', async () => {
  serve({ trip_status: 'refunded', can_cancel: false, refunded: 66, cash_to_pay_back: 66 })
  show()
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
    offline_payment: { ...payment, status: 'received' },
    refunded: 40,
    wallet_refunded: 10,
  }
  const cases: [Partial<TripView>, string, string][] = [
    [{ offline_to_pay_back: 30 }, 'Your money comes back', 'You get $30.00 back the way you paid: Bank.'],
    [{ offline_paid_back: 30 }, 'You got your money back', 'You got $30.00 back the way you paid: Bank.'],
  ]
  for (const [how, title, says] of cases) {
    serve({ ...canceled, ...how })
    const { unmount } = show()
    expect(await screen.findByRole('region', { name: title })).toHaveTextContent(says)
    const got = how.offline_to_pay_back ? '$10.00' : '$40.00'
    expect(document.body).toHaveTextContent(`You got ${got} back.`)
    unmount()
  }
})

test('RNT-11 ORD-01 TRAP_M8 the invoice names the provider, the vehicles, times and places, and has the trip’s rows', async () => {
  serve({
    payment_status: 'paid',
    payments: [{ method: 'cash_on_delivery', amount: 66, paid_at: '2026-01-31T09:00:00Z' }],
    destination_location: { location_name: 'Lighthouse 1' },
    coupon_code: 'SUN',
  })
  renderApp(<TripInvoice id={17} token={token} />)
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
