import { act, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { AccountDialogsProvider } from '@/contracts/account-dialogs'
import { listUnclaimedTripsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { UnclaimedTripView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testShop, wholeList } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { Trip } from './trip'
import { rememberTrip, useKnownTrips } from './trip-tokens'

const token = 'token-of-trip-00001'
const shop = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 as const } }
const notFound = { errors: [{ code: 'not_found', message: 'This trip was not found.' }], message: '' }
const internal = { errors: [{ code: 'internal', message: 'Something went wrong.' }], message: 'Something went wrong.' }

/** The page of the trip, as its route renders it. */
function TripPage() {
  return <Trip id={17} token={useKnownTrips()[0]?.token} />
}

function show(options = { shop }) {
  const signIn = vi.fn()
  const app = renderApp(
    <AccountDialogsProvider value={{ signIn, logOut: () => {}, openWishlist: () => {} }}>
      <TripPage />
      <Toasts />
    </AccountDialogsProvider>,
    options,
  )
  return { ...app, signIn }
}

/** Answers as a town whose trip is the customer's or not. Returns the claims. */
function serve(state: { isMine: boolean; isClaimable?: boolean; isDown?: boolean; isSlow?: boolean }) {
  const claims: unknown[] = []
  server.use(
    http.get('*/rental/trips/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/rental/trips/17', async ({ request }) => {
      if (request.headers.has('X-Order-Token')) return HttpResponse.json(testTrip)
      if (state.isMine && state.isDown) return HttpResponse.json(internal, { status: 500 })
      if (state.isMine && state.isSlow) await delay('infinite')
      return state.isMine ? HttpResponse.json(testTrip) : HttpResponse.json(notFound, { status: 404 })
    }),
    http.post('*/rental/trips/17/claim', async ({ request }) => {
      claims.push([request.headers.get('X-Order-Token'), await request.json()])
      if (!state.isClaimable) return HttpResponse.json(notFound, { status: 404 })
      state.isMine = true
      return HttpResponse.json({ trips: [] })
    }),
  )
  return claims
}

beforeEach(() => rememberTrip({ id: 17, token }))

test('RNT-11 D33 a guest keeps a trip by choosing a password, with the contact of the trip', async () => {
  serve({ isMine: false })
  const { user, signIn } = show()
  await user.click(await screen.findByRole('button', { name: 'Choose a password' }))
  expect(screen.getByRole('region', { name: 'Keep this trip' })).toBeVisible()
  expect(signIn).toHaveBeenCalledExactlyOnceWith('sign-up', '/trip/17', {
    kind: 'trip',
    id: 17,
    token,
    name: testTrip.contact_person_name,
    email: testTrip.contact_person_email,
    phone: testTrip.contact_person_number,
  })
})

test('RNT-11 D33 a customer adds a trip that they booked as a guest and opened by its link', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  const claims = serve({ isMine: false, isClaimable: true })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add to my trips' }))
  expect(await screen.findByText('Trip 17 is now among your trips')).toBeVisible()
  expect(claims).toEqual([[token, { mine: true }]])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Keep this trip' })).toBeNull())
  await waitFor(() => expect(localStorage.getItem('guest_trips')).toBe('[]'))
  expect(screen.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
})

test('RNT-11 D33 the link of a trip is kept until the trip that was added can be fetched without it', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  const state = { isMine: false, isClaimable: true, isDown: true }
  const claims = serve(state)
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add to my trips' }))
  expect(await screen.findByText('Something went wrong.')).toBeVisible()
  expect(localStorage.getItem('guest_trips')).toContain(token)
  state.isDown = false
  await user.click(screen.getByRole('button', { name: 'Add to my trips' }))
  await waitFor(() => expect(localStorage.getItem('guest_trips')).toBe('[]'))
  expect(claims).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Keep this trip' })).toBeNull()
})

test('RNT-11 whoever leaves the page while the added trip is fetched reads of no failure', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  const state = { isMine: false, isClaimable: true, isSlow: true }
  serve(state)
  const { user, rerender, queryClient } = show()
  await user.click(await screen.findByRole('button', { name: 'Add to my trips' }))
  await screen.findByText('Trip 17 is now among your trips')
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  rerender(<Toasts />)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((done) => setTimeout(done, 20)))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('RNT-11 TRAP_P4 My orders does not ask about a trip that was added', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  serve({ isMine: false, isClaimable: true })
  const { user, queryClient } = show()
  const { queryKey } = listUnclaimedTripsOptions()
  const trip: UnclaimedTripView = {
    id: 17,
    provider_name: 'Anchor',
    total: 40,
    created_at: '2026-11-19T10:00:00Z',
    time_zone: 'UTC',
    trip_status: 'confirmed',
  }
  queryClient.setQueryData(queryKey, wholeList({ trips: [trip] }))
  await user.click(await screen.findByRole('button', { name: 'Add to my trips' }))
  await waitFor(() => expect(queryClient.getQueryData(queryKey)?.trips).toEqual([]))
})

test('RNT-11 TRAP_P4 a trip of somebody else is not added, and the page says why', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  serve({ isMine: false })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add to my trips' }))
  expect(await screen.findByText(/This trip cannot be added/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
})

test('RNT-11 a customer is not asked to add what is theirs', async () => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  serve({ isMine: true })
  const { queryClient } = show()
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region', { name: 'Keep this trip' })).toBeNull()
})
