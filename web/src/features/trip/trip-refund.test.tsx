import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { RefundView, RequestTripRefundData, TripView } from '@/lib/api/types.gen'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { Trip } from './trip'

const token = 'token-of-trip-00001'

const completed: TripView = {
  ...testTrip,
  trip_status: 'completed',
  payment_status: 'paid',
  can_cancel: false,
  can_request_refund: true,
}

const request: RefundView = {
  id: 3,
  refund_status: 'requested',
  reason: 'The vehicle was not clean',
  note: 'Sand on every seat',
  images: [],
  lines: [],
  by_amount: false,
  amount: 0,
  answer: '',
  created_at: '2126-11-20T10:00:00Z',
}

/** Answers with a trip, which the test may change. */
function serve(trip: Partial<TripView> = {}) {
  const state = { trip: { ...completed, ...trip } }
  server.use(
    http.get('*/rental/trips/refund-reasons', () =>
      HttpResponse.json({
        reasons: [
          { id: 'broken', reason: 'The vehicle did not work as it should' },
          { id: 'dirty', reason: 'The vehicle was not clean' },
        ],
      }),
    ),
    http.get('*/rental/trips/17', () => HttpResponse.json(state.trip)),
  )
  return state
}

const show = () =>
  renderApp(
    <>
      <Trip id={17} token={token} />
      <Toasts />
    </>,
  )

async function openDialog(user: ReturnType<typeof show>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const element = await screen.findByRole('dialog', { name: 'Ask for a refund' })
  return { element, dialog: within(element) }
}

test('ORD-04 RNT-11 money of a completed trip is asked back, after a failure', async () => {
  const state = serve()
  const bodies: RequestTripRefundData['body'][] = []
  server.use(
    http.post<never, RequestTripRefundData['body']>('*/rental/trips/17/refund', async ({ request: sent }) => {
      bodies.push(await sent.json())
      if (bodies.length === 1) return HttpResponse.error()
      state.trip = { ...state.trip, can_request_refund: false, refunds: [request] }
      return HttpResponse.json(state.trip)
    }),
  )
  const { user } = show()
  const { element, dialog } = await openDialog(user)
  const send = dialog.getByRole('button', { name: 'Send request' })
  await user.click(send)
  expect(dialog.getByText('Please choose a reason')).toBeVisible()
  expect(bodies).toEqual([])
  expect(element, 'a trip has no items to choose').not.toHaveTextContent(/order|item/i)
  await user.click(await dialog.findByRole('radio', { name: 'The vehicle was not clean' }))
  await user.type(dialog.getByLabelText('Tell us more (optional)'), ' Sand on every seat ')
  await user.click(send)
  await waitFor(() => expect(bodies).toHaveLength(1))
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asked = { token, reason: 'dirty', note: 'Sand on every seat', images: [] }
  expect(bodies).toEqual([asked, asked])
  const box = await screen.findByRole('region', { name: 'You asked for a refund' })
  expect(within(box).getByText('Reason: The vehicle was not clean')).toBeVisible()
  expect(await screen.findByText('Your request was sent')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
})

test('ORD-04 a request for a trip that the server refuses stays filled in, and outlives its dialog', async () => {
  serve()
  const message = "A refund of this trip can't be requested now. Please contact the provider."
  server.use(
    http.post('*/rental/trips/17/refund', () =>
      HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 }),
    ),
  )
  const { user } = show()
  const first = await openDialog(user)
  await user.click(await first.dialog.findByRole('radio', { name: 'The vehicle was not clean' }))
  await user.type(first.dialog.getByLabelText('Tell us more (optional)'), 'Sand')
  await user.click(first.dialog.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(first.dialog.getByLabelText('Tell us more (optional)')).toHaveValue('Sand')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const second = await openDialog(user)
  expect(await second.dialog.findByRole('radio', { name: 'The vehicle was not clean' })).toBeChecked()
  expect(second.dialog.getByLabelText('Tell us more (optional)')).toHaveValue('Sand')
})

test('ORD-04 a request that another device has sent is shown after the refusal', async () => {
  const state = serve()
  const message = 'A refund was requested already.'
  server.use(
    http.post('*/rental/trips/17/refund', () => {
      state.trip = { ...state.trip, can_request_refund: false, refunds: [request] }
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  const { user } = show()
  const { dialog } = await openDialog(user)
  await user.click(await dialog.findByRole('radio', { name: 'The vehicle was not clean' }))
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(await screen.findByRole('region', { name: 'You asked for a refund' })).toBeVisible()
})

test('ORD-04 no refund is offered of a trip that cannot have one', async () => {
  serve({ can_request_refund: false })
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
})

test('ORD-04 ORD-05 what came of the requests for a trip, without a word about orders', async () => {
  serve({
    refunded: 12.5,
    refunds: [
      { ...request, refund_status: 'refused', note: '', answer: 'It was clean.' },
      { ...request, id: 4, refund_status: 'approved', by_amount: true, amount: 12.5, answer: 'We are sorry.' },
    ],
  })
  show()
  const yes = await screen.findByRole('region', { name: 'You got a refund' })
  expect(yes).toHaveTextContent(/The money comes back the way you paid\..*\$12\.50.*Answer: We are sorry\./)
  const no = screen.getByRole('region', { name: 'Your refund was declined' })
  expect(no).toHaveTextContent('Answer: It was clean.')
  for (const box of [yes, no]) expect(box).not.toHaveTextContent(/order/i)
  expect(screen.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
})

test('ORD-05 a trip whose money an admin gave back says why and how once', async () => {
  const reason = 'The car broke down'
  const back: Partial<TripView> = {
    trip_status: 'refunded',
    can_request_refund: false,
    cancel_reason: reason,
    refunded: 66,
    refunds: [{ ...request, refund_status: 'approved', reason, note: '', amount: 66, answer: reason }],
  }
  const cases: [Partial<TripView>, string][] = [
    [{}, 'The money comes back the way you paid.'],
    [{ cash_to_pay_back: 66 }, 'You get $66.00 in cash. We will contact you to hand it over.'],
    [{ wallet_refunded: 66 }, 'The money is in your wallet.'],
    [{ gateway_refund_failed: 66 }, '$66.00 could not be sent back the way you paid. We will contact you about it.'],
    [{ gateway_refund_settled: 66 }, 'You got $66.00 back in another way, because it could not'],
    // Such as a deposit that has come back to a card.
    [{ wallet_refunded: 16 }, '$16.00 of it is in your wallet.The rest comes back the way you paid.'],
  ]
  for (const [how, says] of cases) {
    serve({ ...back, ...how })
    const { unmount } = show()
    const box = await screen.findByRole('region', { name: 'You got a refund' })
    expect(box).toHaveTextContent(says)
    expect(screen.getAllByText(new RegExp(reason))).toHaveLength(1)
    expect(screen.queryAllByText(/in cash/).length).toBeLessThanOrEqual(1)
    unmount()
  }
})

test('ORD-05 RNT-11 TRAP_O6 a canceled trip does not say that money came back which could not be sent, and is followed until somebody has decided', async () => {
  const stream = liveStream<TripView>('*/rental/trips/17/events', 'trip')
  const { trip } = serve({
    trip_status: 'canceled',
    can_request_refund: false,
    refunds: [],
    refunded: 66,
    gateway_refund_failed: 60,
  })
  show()
  expect(await screen.findByText(/could not be sent back/)).toHaveTextContent('$60.00 could not be sent back')
  expect(screen.getByText(/^You got/)).toHaveTextContent('You got $6.00 back.')
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says({ ...trip, gateway_refund_failed: 0, gateway_refund_settled: 60 })
  expect(await screen.findByText(/in another way/)).toHaveTextContent('You got $60.00 back in another way')
  await waitFor(() => expect(stream.left()).toBe(1))
})
