import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { CancelTripData, TripView } from '@/lib/api/types.gen'
import { liveStream } from '@/test/live-stream'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { sentPayment } from '@/test/trip-fixtures'
import { openTrip, serveTrip } from '@/test/trip-world'

test('RNT-11 a cancellation says what comes back, and asks again if that has changed', async () => {
  const state = serveTrip({ payment_status: 'paid', payment_method: 'wallet', wallet_part: 66, cancel_gives_back: 66 })
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
  const { user } = openTrip()
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
  const state = serveTrip({ ...paid, trip_status: 'pending' })
  const stream = liveStream<TripView>('*/rental/trips/17/events', 'trip')
  const sent: (number | undefined)[] = []
  server.use(
    http.post<never, CancelTripData['body']>('*/rental/trips/17/cancel', async ({ request }) => {
      sent.push((await request.json()).gives_back)
      return HttpResponse.json(refusal('price_changed', 'It has changed.'), { status: 409 })
    }),
  )
  const { user } = openTrip()
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

const unpaid: Partial<TripView> = { trip_status: 'pending', awaits_payment: true, payment_methods: ['wallet'] }

test.each<[string, Partial<TripView>, string]>([
  ['that is not paid', {}, 'You have paid nothing yet.'],
  ['that is still to be paid', { ...unpaid, payment_due_at: '2126-01-31T09:00:00Z' }, 'You have paid nothing yet.'],
  [
    'whose payment is looked for',
    { ...unpaid, payment_method: 'offline_payment', offline_payment: sentPayment },
    'If your payment arrives, you get it back the way it came.',
  ],
])('RNT-11 CHK-03 the cancellation of a trip %s says so', async (_name, trip, says) => {
  serveTrip(trip)
  const { user } = openTrip()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(says)
  expect(within(dialog).queryAllByText(/paid nothing|arrives/)).toHaveLength(1)
})

test('RNT-11 reasons for a cancellation that did not load can be loaded again', async () => {
  serveTrip()
  let isUp = false
  server.use(
    http.get('*/rental/trips/cancel-reasons', () =>
      isUp ? HttpResponse.json({ reasons: [{ id: 'mistake', reason: 'I booked by mistake' }] }) : HttpResponse.error(),
    ),
  )
  const { user } = openTrip()
  await user.click(await screen.findByRole('button', { name: 'Cancel this trip' }))
  const dialog = within(await screen.findByRole('dialog'))
  const again = await dialog.findByRole('button', { name: 'Try again' })
  isUp = true
  await user.click(again)
  expect(await dialog.findByLabelText('I booked by mistake')).toBeVisible()
})
