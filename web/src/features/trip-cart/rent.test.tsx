import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { VehicleView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import { RentProvider, useRentVehicle, type Rent, type Trip } from '@/contracts/rent-vehicle'
import { useTripCart } from '@/contracts/trip-cart'
import { write } from '@/lib/scope/local-storage'
import { chooseModule } from '@/lib/scope/scope'
import { gate } from '@/test/gate'
import { rentalModule, testVehicle } from '@/test/rental-fixtures'
import { emptyTrip, otherVehicle, testTripCart, testTripLine } from '@/test/trip-fixtures'
import { renderApp, testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { serveTripCart } from '@/test/trip-cart-server'
import { useAddVehicle } from './trip-cart-queries'
import RentHost, { type RentRequest } from './rent-host'

const guest = 'guest-secret-0123456789'
const trip: Trip = { type: 'hourly', hours: 3, pickupAt: '' }
const added = 'The vehicle successfully added to your cart.'

/** Picks a place at once. */
const mapDialog: MapDialog = ({ opened, onPlace }) =>
  opened && (
    <button onClick={() => onPlace({ location: 'Lighthouse', point: { lat: -11.5, lng: 65.3 }, zoneIds: [4] })}>
      Use this place
    </button>
  )

function Page({ vehicle, trip }: { vehicle: VehicleView; trip?: Trip }) {
  const { rent } = useRentVehicle()
  const { count, lineOf } = useTripCart()
  return (
    <>
      <button onClick={() => rent(vehicle, trip)}>Rent</button>
      <p>
        {count} in the cart, {lineOf(vehicle.id) ? 'this one, too' : 'not this one'}
      </p>
    </>
  )
}

function Root(props: { vehicle: VehicleView; trip?: Trip }) {
  const [request, setRequest] = useState<RentRequest>()
  const [rent] = useState(
    (): Rent => (vehicle, trip) => setRequest((before) => ({ nth: (before?.nth ?? 0) + 1, vehicle, trip })),
  )
  return (
    <RentProvider value={rent}>
      <Page {...props} />
      {request && <RentHost request={request} mapDialog={mapDialog} />}
      <Toasts />
    </RentProvider>
  )
}

function open(vehicle: VehicleView, trip?: Trip) {
  const { user } = renderApp(<Root vehicle={vehicle} trip={trip} />)
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

const dialog = (name: string) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const calls = (sent: { call: string }[]) => sent.map(({ call }) => call)

const twoVehicles = {
  ...testTripCart,
  carts: [testTripLine, { ...testTripLine, id: 2, vehicle: otherVehicle }],
  quantity: 2,
}

beforeEach(() => {
  write({ guest_id: guest })
  chooseModule(rentalModule)
})

describe('from a search', () => {
  test('RNT-06 RNT-15 an empty cart takes the vehicle at once', async () => {
    const sent = serveTripCart(emptyTrip, { add: [testTripCart] })
    const { press } = open(testVehicle, { ...trip, pickupAt: '2026-01-31T15:30' })
    expect(await screen.findByText('0 in the cart, not this one')).toBeVisible()
    await press('Rent')
    expect(await screen.findByText(added)).toBeVisible()
    expect(screen.getByText('1 in the cart, this one, too')).toBeVisible()
    expect(sent).toEqual([
      {
        call: 'add',
        body: {
          rental_type: 'hourly',
          estimated_hours: 3,
          // Without them the server would keep the places of the trip that is in the cart.
          pickup_location: { location_name: 'Harbour, Port Saffron', lat: -11.41, lng: 65.21 },
          destination_location: { location_name: '' },
          pickup_time: '2026-01-31 3:30 PM',
          vehicle_id: 31,
          quantity: 1,
          clear_other: false,
          guest_id: guest,
        },
      },
    ])
  })

  test('RNT-06 two quick clicks add one vehicle', async () => {
    const sent = serveTripCart(emptyTrip, { add: [testTripCart] })
    const { user } = open(testVehicle, trip)
    await user.dblClick(screen.getByRole('button', { name: 'Rent' }))
    expect(await screen.findByText(added)).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('RNT-06 another provider asks; Yes empties the cart and adds, in one call', async () => {
    const sent = serveTripCart(testTripCart, {
      add: [refusal('trip_other_provider', 'Another provider.'), { ...testTripCart, quantity: 1 }],
    })
    const { press } = open(otherVehicle, trip)
    await press('Rent')
    const asked = await dialog('Reset cart?')
    expect(asked).toHaveTextContent('Dune Van of Dune Rentals is added.')
    await press('Yes')
    expect(await screen.findByText(added)).toBeVisible()
    expect(sent.map(({ body }) => body.clear_other)).toEqual([false, true])
    await noDialog()
  })

  test('RNT-06 Cancel leaves the cart of the other provider', async () => {
    const sent = serveTripCart(testTripCart, { add: [refusal('trip_other_provider', 'Another provider.')] })
    const { press } = open(otherVehicle, trip)
    await press('Rent')
    await dialog('Reset cart?')
    await press('Cancel')
    await noDialog()
    expect(calls(sent)).toEqual(['add'])
  })

  test('RNT-06 another duration asks; Yes changes the trip, then adds', async () => {
    const sent = serveTripCart(testTripCart, {
      add: [refusal('trip_other_duration', 'Another duration.'), testTripCart],
      'change trip': [testTripCart],
    })
    const { press } = open(testVehicle, { ...trip, hours: 5 })
    await press('Rent')
    expect(await dialog('Change trip duration?')).toHaveTextContent('rented for 5 hours')
    await press('Yes')
    expect(await screen.findByText(added)).toBeVisible()
    expect(calls(sent)).toEqual(['add', 'change trip', 'add'])
    expect(sent[1]?.body).toMatchObject({ id: 5, userId: 5, estimated_hours: 5, rental_type: 'hourly' })
  })

  test('RNT-06 Yes goes to the module in which the question was asked, whatever was chosen since', async () => {
    const sent = serveTripCart(testTripCart, {
      add: [refusal('trip_other_duration', 'Another duration.'), testTripCart],
      'change trip': [testTripCart],
    })
    const modules: (string | null)[] = []
    const { press } = open(otherVehicle, trip)
    await press('Rent')
    await screen.findByRole('dialog')
    act(() => chooseModule({ id: 10, module_type: 'food', module_name: 'Food' }))
    server.use(http.all('*/rental/cart*', ({ request }) => void modules.push(request.headers.get('moduleId'))))
    await press('Yes')
    expect(await screen.findByText(added)).toBeVisible()
    expect(calls(sent)).toEqual(['add', 'change trip', 'add'])
    expect(new Set(modules)).toEqual(new Set([String(rentalModule.id)]))
  })

  test('RNT-06 another trip type asks; conflicts are listed, and Remove & Continue goes on', async () => {
    const sent = serveTripCart(twoVehicles, {
      add: [refusal('trip_other_type', 'Another type.'), testTripCart],
      'change trip': [[testTripLine], testTripCart],
      remove: [testTripCart],
    })
    const { press } = open(otherVehicle, { ...trip, type: 'distance_wise' })
    await press('Rent')
    expect(await dialog('Change trip type?')).toHaveTextContent('charged by distance')
    await press('Yes')
    const list = await dialog('Some vehicles are not rented this way')
    expect(within(list).getByText('Tarn Ridge')).toBeVisible()
    await press('Remove & Continue')
    expect(await screen.findByText(added)).toBeVisible()
    expect(calls(sent)).toEqual(['add', 'change trip', 'remove', 'change trip', 'add'])
    expect(sent[2]?.body).toEqual({ cart_ids: [1] })
    await noDialog()
  })

  test('RNT-06 when all vehicles leave the trip, the new one starts another', async () => {
    const sent = serveTripCart(testTripCart, {
      add: [refusal('trip_other_type', 'Another type.'), testTripCart],
      'change trip': [[testTripLine]],
      remove: [emptyTrip],
    })
    const { press } = open(otherVehicle, { ...trip, type: 'distance_wise' })
    await press('Rent')
    await dialog('Change trip type?')
    await press('Yes')
    await dialog('Some vehicles are not rented this way')
    await press('Remove & Continue')
    expect(await screen.findByText(added)).toBeVisible()
    expect(calls(sent)).toEqual(['add', 'change trip', 'remove', 'add'])
  })

  test('RNT-06 a call that fails after the removal can be repeated, and removes nothing twice', async () => {
    const sent = serveTripCart(twoVehicles, {
      add: [refusal('trip_other_type', 'Another type.'), testTripCart],
      'change trip': [[testTripLine], 'lost', testTripCart],
      remove: [testTripCart.carts.length ? { ...twoVehicles, carts: twoVehicles.carts.slice(1) } : emptyTrip],
    })
    const { press } = open(otherVehicle, { ...trip, type: 'distance_wise' })
    await press('Rent')
    await dialog('Change trip type?')
    await press('Yes')
    await dialog('Some vehicles are not rented this way')
    await press('Remove & Continue')
    expect(await screen.findByText(/No connection/)).toBeVisible()
    expect(screen.queryByText(added)).toBeNull()
    await press('Remove & Continue')
    expect(await screen.findByText(added)).toBeVisible()
    expect(calls(sent)).toEqual(['add', 'change trip', 'remove', 'change trip', 'change trip', 'add'])
  })

  test('RNT-07 the server’s limit is shown', async () => {
    const most = 'Vehicle can have up to 3 rental options; no more can be added'
    serveTripCart(testTripCart, { add: [refusal('out_of_stock', most)] })
    const { press } = open(testVehicle, trip)
    await press('Rent')
    expect(await screen.findByText(most)).toBeVisible()
    await noDialog()
  })
})

describe('outside a search', () => {
  test('RNT-06 the booking form opens, and its trip is added', async () => {
    const sent = serveTripCart(emptyTrip, { add: [testTripCart] })
    const { user, press } = open(testVehicle)
    await press('Rent')
    const form = await dialog('Rent Tarn Ridge')
    expect(within(form).getByRole('button', { name: 'Pickup location At Anchor Car Hire' })).toBeVisible()
    await user.clear(within(form).getByLabelText('Hours'))
    await user.type(within(form).getByLabelText('Hours'), '4')
    await user.click(within(form).getByRole('button', { name: /^Destination/ }))
    await press('Use this place')
    await press('Rent This Car')
    expect(await screen.findByText(added)).toBeVisible()
    await noDialog()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({
      estimated_hours: 4,
      pickup_time: '',
      destination_location: { location_name: 'Lighthouse', lat: -11.5, lng: 65.3 },
    })
    expect(localStorage.getItem('last_destinations')).toContain('Lighthouse')
  })

  test('RNT-06 it begins with the trip of the same provider’s cart', async () => {
    serveTripCart(testTripCart)
    const { press } = open(testVehicle)
    await screen.findByText('1 in the cart, this one, too')
    await press('Rent')
    const form = await dialog('Rent Tarn Ridge')
    expect(within(form).getByLabelText('Hours')).toHaveValue('3')
    expect(within(form).getByRole('button', { name: 'Pickup location 2 Reef Road' })).toBeVisible()
  })

  test('RNT-15 a complaint of the server is at its field, and the form stays', async () => {
    const message = 'Please choose where the trip goes.'
    serveTripCart(emptyTrip, {
      add: [{ message, errors: [{ code: 'invalid', field: 'destination_location', message }] }, testTripCart],
    })
    const { user, press } = open(testVehicle)
    await press('Rent')
    const form = await dialog('Rent Tarn Ridge')
    await user.click(within(form).getByRole('radio', { name: 'Distance wise' }))
    await press('Rent This Car')
    const field = await within(form).findByRole('button', { name: 'Destination Choose on the map' })
    await waitFor(() => expect(field).toHaveAccessibleDescription(message))
    await press('Rent This Car')
    expect(await screen.findByText(added)).toBeVisible()
  })

  test('RNT-06 a question of the server replaces the form', async () => {
    serveTripCart(testTripCart, { add: [refusal('trip_other_provider', 'Another provider.'), testTripCart] })
    const { press } = open(otherVehicle)
    await press('Rent')
    await dialog('Rent Dune Van')
    await press('Rent This Car')
    await dialog('Reset cart?')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rent Dune Van' })).toBeNull())
    await press('Yes')
    expect(await screen.findByText(added)).toBeVisible()
  })

  test('RNT-08 a time in the past is now, and the form says so', async () => {
    serveTripCart({ ...testTripCart, user_data: { ...testTripCart.user_data!, pickup_time: '2020-01-31 3:30 PM' } })
    const { press } = open(testVehicle)
    await screen.findByText('1 in the cart, this one, too')
    await press('Rent')
    const form = await dialog('Rent Tarn Ridge')
    expect(within(form).getByLabelText('Date and time')).toHaveValue('2020-01-31T15:30')
    expect(within(form).getByText('This time has passed, so you pick it up now.')).toBeVisible()
  })
})

test('RNT-10 a fetch from before a vehicle was added does not take it out again', async () => {
  serveTripCart(emptyTrip, { add: [testTripCart] })
  const [respond, isRead] = gate()
  server.use(
    http.get('*/rental/cart', async () => {
      await isRead
      return HttpResponse.json(emptyTrip)
    }),
  )
  const { wrapper, queryClient } = testApp()
  const { result } = renderHook(() => ({ count: useTripCart().count, add: useAddVehicle() }), { wrapper })
  expect(queryClient.isFetching()).toBe(1)
  await act(() => result.current.add.mutateAsync({ vehicle: testVehicle, trip }))
  respond()
  await act(() => delay(30))
  expect(result.current.count).toBe(1)
})
