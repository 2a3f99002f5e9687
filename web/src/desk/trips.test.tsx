import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { StaffMemberView, StaffTripMoveInputBody, StaffTripView } from '@/lib/api/types.gen'
import { serverNow } from '@/lib/page/server-clock'
import { admin, inCard, renter, serveDesk, signedInDesk, testTrip, vendor } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { Desk } from './desk'

signedInDesk()

const world = { trips: [] as StaffTripView[], moves: [] as StaffTripMoveInputBody[], failures: 0 }
beforeEach(() => Object.assign(world, { trips: [testTrip(1)], moves: [], failures: 0 }))

const nexts: Record<string, string[]> = { confirmed: ['ongoing', 'canceled'], ongoing: ['completed'] }
const over = ['completed', 'canceled', 'refunded']

function serveTrips(member: StaffMemberView) {
  serveDesk(member)
  const path = member.role === 'admin' ? '*/admin/trips' : '*/vendor/trips'
  server.use(
    http.get(path, ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const trips = world.trips.filter(({ trip_status: status }) => {
        if (state === 'new') return status === 'pending'
        if (state === 'refund') return false
        return over.includes(status) === (state === 'past')
      })
      return HttpResponse.json({ trips, total_size: trips.length, limit: 20, offset: 1 })
    }),
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post<{ id: string }, StaffTripMoveInputBody>(`${path}/:id/status`, async ({ request, params }) => {
      if (world.failures-- > 0) return HttpResponse.error()
      const body = await request.json()
      world.moves.push(body)
      world.trips = world.trips.map((trip) =>
        trip.id === Number(params.id)
          ? { ...trip, trip_status: body.status, next_statuses: nexts[body.status] ?? [] }
          : trip,
      )
      return HttpResponse.json(world.trips.find(({ id }) => id === Number(params.id)))
    }),
  )
}

const soon = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString()

const card = (id: number) => screen.findByRole('article', { name: `Trip ${id}` })

test('RNT-11 a vendor of a provider sees its trips and no orders, and hands a vehicle over', async () => {
  world.trips = [testTrip(1, { pickup_at: soon(60) })]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  const trip = await card(1)
  expect(screen.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible()
  expect(screen.getByText('1 new trip waits to be confirmed')).toBeVisible()
  expect(screen.getByText('Anchor Car Hire')).toBeVisible()
  expect(screen.queryByRole('tab', { name: /Now$|Stock/ })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Reviews 0' })).toBeVisible()
  expect(trip).toHaveTextContent('2 ×Merle Panda')
  expect(trip).toHaveTextContent('Collect $45.00 in cash at the pickup')
  expect(trip).toHaveTextContent('A child seat, please')
  expect(trip, "times of the provider's zone").toHaveTextContent('Nov 20, 2126, 18:30')
  await user.click(within(trip).getByRole('button', { name: 'Confirm trip' }))
  expect(await screen.findByText('No trips here')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Now and ahead' }))
  await user.click(await inCard('Trip 1', 'button', { name: 'Handed over' }))
  await user.click(await inCard('Trip 1', 'button', { name: 'Returned' }))
  await waitFor(() => expect(world.moves.map(({ status }) => status)).toEqual(['confirmed', 'ongoing', 'completed']))
})

test('RNT-11 a hand-over long before the pickup is confirmed first', async () => {
  world.trips = [testTrip(1, { pickup_at: soon(62) })]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Now and ahead' }))
  await user.click(await inCard('Trip 1', 'button', { name: 'Confirm trip' }))
  await user.click(await inCard('Trip 1', 'button', { name: 'Handed over' }))
  const question = await inCard('Trip 1', 'form', { name: /^The pickup is planned for later/ })
  expect(question).toHaveFocus()
  expect(world.moves, 'nothing before the second yes').toEqual([{ status: 'confirmed' }])
  await user.click(within(question).getByRole('button', { name: 'Handed over' }))
  await waitFor(() => expect(world.moves[1]).toEqual({ status: 'ongoing' }))
})

test('MAP-02 RNT-11 a trip by distance shows kilometres with three decimals', async () => {
  serveTrips(renter)
  world.trips = [{ ...testTrip(1), rental_type: 'distance_wise', distance: 3.2 }]
  renderApp(<Desk />)
  expect(await card(1)).toHaveTextContent('3.200 km')
})

test('RNT-11 a trip is refused with a reason, and a move without an answer is tried again', async () => {
  serveTrips(renter)
  world.failures = 1
  const { user } = renderApp(<Desk />)
  await user.click(within(await card(1)).getByRole('button', { name: 'Confirm trip' }))
  const problem = await inCard('Trip 1', 'alert')
  await user.click(within(problem).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(world.moves).toEqual([{ status: 'confirmed' }]))

  world.trips = [testTrip(2)]
  await user.click(screen.getByRole('tab', { name: 'Now and ahead' }))
  await user.click(within(await card(2)).getByRole('button', { name: 'Refuse' }))
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Please say why')).toBeVisible()
  await user.click(screen.getByLabelText('We are closed at that time'))
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(world.moves[1]).toEqual({ status: 'canceled', reason: 'We are closed at that time' }))
})

test('TRAP_O1 the second answer of a step of a trip is no complaint, unless the trip has become something else', async () => {
  serveTrips(renter)
  world.trips = [testTrip(1), testTrip(2)]
  const { user, queryClient } = renderApp(<Desk />)
  const message = 'The trip has moved already.'
  for (const [id, status] of [
    [1, 'confirmed'],
    [2, 'canceled'],
  ] as const) {
    world.failures = 1
    await user.click(within(await card(id)).getByRole('button', { name: 'Confirm trip' }))
    const problem = await inCard(`Trip ${id}`, 'alert')
    server.use(
      http.get('*/vendor/trips/:id', () => HttpResponse.json(testTrip(id, { trip_status: status }))),
      http.post(
        '*/vendor/trips/:id/status',
        () => {
          world.trips = world.trips.filter((trip) => trip.id !== id)
          return HttpResponse.json(refusal('conflict', message), { status: 409 })
        },
        { once: true },
      ),
    )
    await user.click(within(problem).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: `Trip ${id}` })).toBeNull())
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  }
  expect(await screen.findByText(`Trip 2: ${message}`)).toBeVisible()
  expect(screen.queryByText(`Trip 1: ${message}`)).toBeNull()
})

test('RNT-11 the question whether to refuse a trip closes when a colleague confirms it', async () => {
  serveTrips(admin)
  const { user, queryClient } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /^Trips/ }))
  const which = screen.getByRole('tablist', { name: 'Which trips' })
  await user.click(within(which).getByRole('tab', { name: 'Now and ahead' }))
  await user.click(within(await card(1)).getByRole('button', { name: 'Refuse' }))
  await user.click(screen.getByLabelText('We are closed at that time'))
  world.trips = [testTrip(1, { trip_status: 'confirmed', next_statuses: ['ongoing', 'canceled'] })]
  await act(() => queryClient.invalidateQueries())
  expect(await inCard('Trip 1', 'button', { name: 'Cancel trip' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
})

test('RNT-11 an admin has the trips in a tab', async () => {
  world.trips = [testTrip(3, { trip_status: 'completed', next_statuses: [], payment_status: 'paid' })]
  serveTrips(admin)
  const { user } = renderApp(<Desk />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: /^Trips/ }))
  expect(screen.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible()
  const which = screen.getByRole('tablist', { name: 'Which trips' })
  await user.click(within(which).getByRole('tab', { name: 'Past' }))
  expect(await card(3)).toHaveTextContent('Paid: $60.00')
  expect(within(await card(3)).queryByRole('button', { name: 'Give money back' }), 'nothing is left').toBeNull()
})

test('RNT-11 an admin finds a past trip by its number or phone', async () => {
  world.trips = [8, 4711].map((id) => testTrip(id, { trip_status: 'completed', next_statuses: [] }))
  serveTrips(admin)
  const asked: string[] = []
  server.use(
    http.get('*/admin/trips', ({ request }) => {
      const query = new URL(request.url).searchParams
      const phone = request.headers.get('X-Phone')
      const number = query.get('number')
      if (phone ?? number) asked.push(`${query.get('state')} ${phone ?? number}`)
      const found = world.trips.filter(({ id }) => (phone ? id === 8 : number === null || id === Number(number)))
      const trips = query.get('state') === 'past' ? found : []
      return HttpResponse.json({ trips, total_size: trips.length, limit: 20, offset: 1 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /^Trips/ }))
  const which = screen.getByRole('tablist', { name: 'Which trips' })
  await user.click(within(which).getByRole('tab', { name: 'Past' }))
  await card(8)
  const field = screen.getByRole('searchbox', { name: 'Trip number or phone' })
  await user.type(field, '#4711{Enter}')
  expect(await screen.findByText('1 trip found')).toBeVisible()
  expect(await card(4711)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Trip 8' })).toBeNull())
  await user.clear(field)
  await user.type(field, '202 555-0123{Enter}')
  expect(await card(8)).toBeVisible()
  await user.clear(field)
  await user.type(field, '12{Enter}')
  expect(await screen.findByRole('heading', { name: 'No such trip here' })).toBeVisible()
  expect(asked).toEqual(['past 4711', 'past 202 555-0123', 'past 12'])
})

test('RNT-11 a late return is charged, or not', async () => {
  world.trips = [
    testTrip(4, {
      trip_status: 'ongoing',
      next_statuses: ['completed'],
      deposit: 20,
      late_hours: 2,
      late_charge: 25,
      due_at_return: 5,
    }),
  ]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Now and ahead' }))
  expect(await card(4)).toHaveTextContent('2 hours late: $25.00')
  expect(await card(4)).toHaveTextContent('To collect at the return: $5.00')
  expect(within(await card(4)).getByRole('button', { name: 'Returned' })).toBeVisible()
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned' }))
  expect(within(await card(4)).getByRole('form', { name: /^This settles the deposit/ })).toHaveFocus()
  await user.click(within(await card(4)).getByRole('button', { name: 'Back' }))
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned, without a late charge' }))
  expect(within(await card(4)).getByRole('form', { name: /^Nothing is charged/ })).toHaveFocus()
  expect(world.moves, 'nothing before the second yes').toEqual([])
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned, without a late charge' }))
  await waitFor(() => expect(world.moves).toEqual([{ status: 'completed', waive_late: true }]))
})

test('RNT-11 TRAP_M8 the card and the question say who gives how much of a deposit back', async () => {
  const late: Partial<StaffTripView> = {
    trip_status: 'ongoing',
    next_statuses: ['completed'],
    deposit: 50,
    late_hours: 1,
  }
  world.trips = [
    testTrip(4, {
      ...late,
      late_charge: 12.5,
      deposit_back_now: { in_cash: 30, by_shop: 7.5 },
      deposit_back_waived: { in_cash: 42.5, by_shop: 7.5 },
    }),
  ]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Now and ahead' }))
  const now = 'Deposit to hand back in cash: $30.00'
  expect(await card(4)).toHaveTextContent(now)
  expect(await card(4)).toHaveTextContent('Deposit that the shop gives back: $7.50')
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned' }))
  const question = within(await card(4)).getByRole('form', { name: /^This settles the deposit/ })
  expect(question).toHaveAccessibleName(/hand back in cash: \$30\.00/)
  await user.click(within(question).getByRole('button', { name: 'Back' }))
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned, without a late charge' }))
  expect(within(await card(4)).getByRole('form', { name: /hand back in cash: \$42\.50/ })).toHaveFocus()
})

test('RNT-11 a late charge that nobody has seen is shown before it is charged', async () => {
  const late: Partial<StaffTripView> = { trip_status: 'ongoing', next_statuses: ['completed'], deposit: 50 }
  world.trips = [testTrip(4, { ...late, late_hours: 1, late_charge: 12.5 })]
  serveTrips(renter)
  const message = 'The charge for the late return has risen meanwhile. Please look again.'
  const sent: StaffTripMoveInputBody[] = []
  server.use(
    http.post<never, StaffTripMoveInputBody>('*/vendor/trips/4/status', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return HttpResponse.error()
      world.trips = [testTrip(4, { ...late, late_hours: 2, late_charge: 25 })]
      const errors = [{ code: 'price_changed', field: 'late_charge', message }]
      return HttpResponse.json({ errors, message }, { status: 409 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Now and ahead' }))
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned' }))
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned' }))
  await user.click(await inCard('Trip 4', 'button', { name: 'Try again' }))
  expect(await screen.findByText(`Trip 4: ${message}`)).toBeVisible()
  await waitFor(async () => expect(await card(4)).toHaveTextContent('2 hours late: $25.00'))
  const seen = { status: 'completed', late_charge: 12.5 }
  expect(sent).toEqual([seen, seen])
})

test('RNT-11 the late charge of the question is sent, also if it has risen since', async () => {
  const late: Partial<StaffTripView> = { trip_status: 'ongoing', next_statuses: ['completed'], deposit: 50 }
  world.trips = [testTrip(4, { ...late, late_hours: 1, late_charge: 12.5 }), testTrip(5)]
  serveTrips(renter)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Now and ahead' }))
  await user.click(within(await card(4)).getByRole('button', { name: 'Returned' }))
  const question = within(await card(4)).getByRole('form', { name: /\$12\.50 for the late return/ })

  world.trips = [testTrip(4, { ...late, late_hours: 2, late_charge: 25 }), testTrip(5)]
  await user.click(within(await card(5)).getByRole('button', { name: 'Confirm trip' })) // fetches the list again
  await waitFor(async () => expect(await card(4)).toHaveTextContent('2 hours late: $25.00'))
  expect(question, 'still asks about what was pressed').toHaveTextContent('$12.50 for the late return')
  await user.click(within(question).getByRole('button', { name: 'Returned' }))
  await waitFor(() => expect(world.moves.at(-1)).toEqual({ status: 'completed', late_charge: 12.5 }))
})

test('the heading of the desk names its tab', async () => {
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /^Reviews/ }))
  expect(screen.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})
