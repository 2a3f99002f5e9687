import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DecideRefundBody, RefundView, StaffMemberView, StaffTripView } from '@/lib/api/types.gen'
import { admin, at, inCard, renter, serveDesk, signedInDesk, testTrip } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

const request: RefundView = {
  id: 2,
  refund_status: 'requested',
  reason: 'The vehicle was not clean',
  note: 'Sand on every seat',
  images: [],
  lines: [],
  by_amount: false,
  amount: 0,
  answer: '',
  created_at: at,
}

const completed = (id: number, more: Partial<StaffTripView> = {}) =>
  testTrip(id, { trip_status: 'completed', next_statuses: [], payment_status: 'paid', to_refund: 60, ...more })

const asked = (more: Partial<StaffTripView> = {}) => completed(1, { refunds: [request], ...more })

const world = { trips: [] as StaffTripView[], answers: [] as DecideRefundBody[] }
beforeEach(() => Object.assign(world, { trips: [], answers: [] }))

const isAsked = ({ refunds }: StaffTripView) => refunds.some(({ refund_status: status }) => status === 'requested')

/** What a decision makes of a trip. */
function decided(trip: StaffTripView, { approve, amount = trip.to_refund, reason = '' }: DecideRefundBody) {
  const isPart = approve && amount < trip.to_refund
  const refund = { ...(trip.refunds[0] ?? { ...request, reason, note: '' }), answer: reason, by_amount: isPart }
  return {
    ...trip,
    refunds: [{ ...refund, refund_status: approve ? 'approved' : 'refused', amount: approve ? amount : 0 }],
    ...(approve && { refunded: trip.refunded + amount, to_refund: trip.to_refund - amount }),
    ...(approve && !isPart && { trip_status: 'refunded', cancel_reason: reason }),
  } as StaffTripView
}

function serveTrips(member: StaffMemberView) {
  serveDesk(member)
  const path = member.role === 'admin' ? '*/admin/trips' : '*/vendor/trips'
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.get(path, ({ request: { url } }) => {
      const state = new URL(url).searchParams.get('state')
      const trips = state === 'refund' ? world.trips.filter(isAsked) : state === 'past' ? world.trips : []
      return HttpResponse.json({ trips, total_size: trips.length, limit: 20, offset: 1 })
    }),
    http.post<{ id: string }, DecideRefundBody>('*/admin/trips/:id/refund', async ({ request: sent, params }) => {
      const body = await sent.json()
      world.answers.push(body)
      const id = Number(params.id)
      world.trips = world.trips.map((trip) => (trip.id === id ? decided(trip, body) : trip))
      return HttpResponse.json(world.trips.find((trip) => trip.id === id))
    }),
  )
}

const card = () => screen.findByRole('article', { name: 'Trip 1' })

const tripTab = async (name: string) =>
  within(await screen.findByRole('tablist', { name: 'Which trips' })).findByRole('tab', { name })

async function open(list: string) {
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /^Trips/ }))
  await user.click(await tripTab(list))
  const press = async (name: string) => user.click(await inCard('Trip 1', 'button', { name }))
  return { user, press }
}

test('ORD-04 RNT-11 an admin gives all money of a trip back whose shopper has asked', async () => {
  world.trips = [asked()]
  serveTrips(admin)
  const { press } = await open('Refunds 1')
  expect(screen.getByRole('tab', { name: 'Trips 1' })).toBeVisible()
  expect(await card()).toHaveTextContent(/Refund.*Requested.*The vehicle was not clean.*Sand on every/)
  expect(await card()).not.toHaveTextContent('order')
  await press('Give money back')
  expect(within(await card()).getAllByRole('radio')).toHaveLength(2)
  expect(screen.getByRole('radio', { name: 'Everything: $60.00' })).toBeChecked()
  expect(screen.queryByRole('checkbox', { name: /wallet/ }), 'a guest has none').toBeNull()
  await press('Give money back')
  expect(await tripTab('Refunds 0')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Trips 0' })).toBeVisible()
  expect(world.answers).toEqual([{ approve: true, whole: true, request_id: 2 }])
})

test('ORD-04 an admin gives an amount of a trip back into the wallet, and never more than is left', async () => {
  world.trips = [asked({ refunded: 20, to_refund: 40, has_wallet: true, payment_method: 'digital_payment' })]
  serveTrips(admin)
  const { user, press } = await open('Refunds 1')
  await press('Give money back')
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await press('Give money back')
  const field = screen.getByLabelText('How much?')
  expect(field).toHaveAccessibleDescription('Please enter how much you give back')
  await user.type(field, '40.01')
  await press('Give money back')
  expect(field).toHaveAccessibleDescription('Please enter at most $40.00.')
  expect(world.answers).toEqual([])
  await user.clear(field)
  await user.type(field, '12.5')
  await user.click(screen.getByRole('checkbox', { name: /customer’s wallet/ }))
  await user.type(screen.getByLabelText('What the shopper reads (optional)'), 'Sorry')
  await press('Give money back')
  expect(await tripTab('Refunds 0')).toBeVisible()
  expect(world.answers).toEqual([
    { approve: true, reason: 'Sorry', amount: 12.5, to_wallet: true, refunded: 20, request_id: 2 },
  ])
  await user.click(await tripTab('Past'))
  expect(await card()).toHaveTextContent(/Completed.*Given back\$12\.50A part of the price/)
})

test('ORD-04 TRAP_O1 a refund of a trip is refused with a reason', async () => {
  world.trips = [asked()]
  serveTrips(admin)
  const { user, press } = await open('Refunds 1')
  await press('Refuse refund')
  await press('Refuse refund')
  expect(await screen.findByText('Please say why')).toBeVisible()
  expect(within(await card()).getByRole('button', { name: 'Back' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'The vehicle was as booked' }))
  await press('Refuse refund')
  expect(await tripTab('Refunds 0')).toBeVisible()
  expect(world.answers).toEqual([{ approve: false, reason: 'The vehicle was as booked', request_id: 2 }])
})

test('ORD-04 TRAP_O1 money of a trip that nobody asked for needs a reason', async () => {
  world.trips = [completed(1)]
  serveTrips(admin)
  const { user, press } = await open('Past')
  expect(within(await card()).queryByRole('button', { name: 'Refuse refund' })).toBeNull()
  await press('Give money back')
  await press('Give money back')
  expect(await screen.findByText('Please say why')).toBeVisible()
  expect(world.answers).toEqual([])
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'The air conditioning was broken')
  await press('Give money back')
  await waitFor(async () => expect(await card()).toHaveTextContent('Refunded'))
  expect(within(await card()).getAllByText(/air conditioning/), 'it is said once').toHaveLength(1)
  expect(world.answers).toEqual([
    { approve: true, reason: 'The air conditioning was broken', whole: true, request_id: 0 },
  ])
  expect(within(await card()).queryByRole('button', { name: 'Give money back' })).toBeNull()
})

test('ORD-04 a decision about a trip that was lost is sent again as it was', async () => {
  world.trips = [asked()]
  serveTrips(admin)
  server.use(http.post('*/admin/trips/1/refund', () => HttpResponse.error(), { once: true }))
  const { press } = await open('Refunds 1')
  await press('Give money back')
  await press('Give money back')
  expect(await inCard('Trip 1', 'alert')).toHaveTextContent('No connection.')
  await press('Try again')
  expect(await tripTab('Refunds 0')).toBeVisible()
  expect(world.answers).toEqual([{ approve: true, whole: true, request_id: 2 }])
})

test('ORD-04 nothing is offered to be sent again if only the answer was lost', async () => {
  world.trips = [completed(1)]
  serveTrips(admin)
  server.use(
    http.post<never, DecideRefundBody>('*/admin/trips/1/refund', async ({ request: sent }) => {
      world.trips = [decided(world.trips[0]!, await sent.json())]
      return HttpResponse.error()
    }),
  )
  const { user, press } = await open('Past')
  await press('Give money back')
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await user.type(screen.getByLabelText('How much?'), '10')
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'Sand')
  await press('Give money back')
  await waitFor(async () => expect(await card()).toHaveTextContent('Given back$10.00'))
  await waitFor(() => expect(screen.queryByLabelText('How much?')).toBeNull())
  expect(within(await card()).queryByRole('alert')).toBeNull()
})

test('ORD-04 a decision about a trip that comes too late says so', async () => {
  world.trips = [asked()]
  serveTrips(admin)
  const message = 'Money has been given back meanwhile. Please look again.'
  server.use(
    http.post('*/admin/trips/1/refund', () => {
      world.trips = [decided(world.trips[0]!, { approve: true, amount: 10 })]
      return HttpResponse.json({ errors: [{ code: 'conflict', field: 'refunded', message }], message }, { status: 409 })
    }),
  )
  const { press } = await open('Refunds 1')
  await press('Give money back')
  await press('Give money back')
  expect(await screen.findByText(`Trip 1: ${message}`)).toBeVisible()
  expect(await tripTab('Refunds 0')).toBeVisible()
})

test('ORD-04 what was typed stays when an amount is refused', async () => {
  world.trips = [asked()]
  serveTrips(admin)
  const message = 'This amount includes a tip, or money that was paid at the return. Please choose everything.'
  server.use(
    http.post('*/admin/trips/1/refund', () =>
      HttpResponse.json({ errors: [{ code: 'conflict', field: 'amount', message }], message }, { status: 409 }),
    ),
  )
  const { user, press } = await open('Refunds 1')
  await press('Give money back')
  await user.click(screen.getByRole('radio', { name: 'An amount' }))
  await user.type(screen.getByLabelText('How much?'), '55')
  await user.type(screen.getByLabelText('What the shopper reads (optional)'), 'Sorry')
  await press('Give money back')
  expect(await screen.findByText(`Trip 1: ${message}`)).toBeVisible()
  expect(screen.getByLabelText('What the shopper reads (optional)')).toHaveValue('Sorry')
})

test('ORD-04 TRAP_P5 a vendor sees what became of a refund, and decides nothing', async () => {
  world.trips = [asked()]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  const which = within(await screen.findByRole('tablist', { name: 'Which trips' }))
  expect(which.queryByRole('tab', { name: /Refunds/ })).toBeNull()
  await user.click(await tripTab('Past'))
  expect(await card()).toHaveTextContent(/Requested.*The vehicle was not clean/)
  expect(within(await card()).queryByRole('button', { name: /money back|Refuse/ })).toBeNull()
})
