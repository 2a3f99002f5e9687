import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { TripCartView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import { usePublishSearchTrip } from '@/contracts/search-trip'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { write } from '@/lib/scope/local-storage'
import { chooseModule } from '@/lib/scope/scope'
import { rentalModule, testBicycle, testVehicle } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { testShop } from '@/test/fixtures'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { serveTripCart } from '@/test/trip-cart-server'
import { emptyTrip, otherVehicle, testTripCart, testTripLine } from '@/test/trip-fixtures'
import TripCartDrawer from './trip-cart-drawer'
import { TripCartPage } from './trip-cart-page'

/** Picks a place at once. */
const mapDialog: MapDialog = ({ opened, onPlace }) =>
  opened && (
    <button onClick={() => onPlace({ location: 'Lighthouse', point: { lat: -11.5, lng: 65.3 }, zoneIds: [4] })}>
      Use this place
    </button>
  )

function Search({ hours }: { hours: number }) {
  usePublishSearchTrip({ type: 'hourly', hours })
  return null
}

function open({ searched }: { searched?: number } = {}) {
  const follow = { onClose: vi.fn(), onProceed: vi.fn(), onBrowse: vi.fn() }
  const { user } = renderApp(
    <>
      {searched && <Search hours={searched} />}
      <TripCartDrawer opened {...follow} mapDialog={mapDialog} />
      <Toasts />
    </>,
  )
  return { user, ...follow, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

const withQuantity = (quantity: number): TripCartView => ({
  ...testTripCart,
  quantity,
  carts: [{ ...testTripLine, quantity }],
})
const dialog = (name: string) => screen.findByRole('dialog', { name })
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
const stepper = () => screen.findByRole('group', { name: 'Tarn Ridge' })
const calls = (sent: { call: string }[]) => sent.map(({ call }) => call)

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  chooseModule(rentalModule)
})

describe('RNT-13 the drawer', () => {
  test('RNT-13 RNT-15 shows lines, trip, price rows, and Proceed', async () => {
    serveTripCart(testTripCart)
    const { press, onProceed } = open()
    expect(await screen.findByText('Tarn Ridge')).toBeVisible()
    expect(screen.getByText('Anchor Car Hire')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Tarn Ridge' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/tarn-ridge-anchor',
    )
    for (const fact of ['5 seats', 'AC', 'Automatic', 'Petrol']) expect(screen.getByText(fact)).toBeVisible()
    expect(screen.getByText('2 Reef Road')).toBeVisible()
    expect(screen.getByText('3 hours')).toBeVisible()
    expect(screen.getByText('Now')).toBeVisible()
    expect(screen.getByText('Total').closest('div')).toHaveTextContent('$39.69')
    await press('Proceed')
    expect(onProceed).toHaveBeenCalledOnce()
  })

  test('RNT-15 a line shows the rates that are offered, and the discount', async () => {
    // Its provider's discount was larger than its own.
    const vehicle = { ...testVehicle, discount_price: 5 }
    const bicycle = { ...testTripLine, id: 2, vehicle: testBicycle, badge_discount: 0 }
    serveTripCart({ ...testTripCart, carts: [{ ...testTripLine, vehicle }, bicycle] })
    open()
    const line = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!
    const car = await line('Tarn Ridge')
    expect(car).toHaveTextContent('$14.00/hr')
    expect(car).toHaveTextContent('$0.60/km')
    expect(car).toHaveTextContent('10% off')
    const other = await line(testBicycle.name)
    expect(other).toHaveTextContent('/hr')
    expect(other).not.toHaveTextContent('/km')
    expect(other).not.toHaveTextContent('off')
  })

  test('RNT-08 a planned pickup is shown as the provider’s clock shows it', async () => {
    const user_data = { ...testTripCart.user_data!, pickup_time: '2026-12-31 3:30 PM' }
    serveTripCart({ ...testTripCart, user_data })
    open()
    expect(await screen.findByText('Dec 31, 2026, 15:30')).toBeVisible()
  })

  test('RNT-08 a trip by distance shows kilometres with three decimals', async () => {
    const user_data = {
      ...testTripCart.user_data!,
      rental_type: 'distance_wise' as const,
      distance: 12.5,
      destination_location: { location_name: 'Lighthouse', lat: 1, lng: 2 },
    }
    serveTripCart({ ...testTripCart, user_data })
    open()
    expect(await screen.findByText('12.500')).toBeVisible()
    expect(screen.getByText('Lighthouse')).toBeVisible()
  })

  test('RNT-13 an empty cart leads to the vehicles', async () => {
    serveTripCart(emptyTrip)
    const { press, onBrowse } = open()
    expect(await screen.findByText('Your trip cart is empty')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
    await press('Find a vehicle')
    expect(onBrowse).toHaveBeenCalledOnce()
  })

  test('RNT-10 a cart that does not load says so and can be retried', async () => {
    server.use(http.get('*/rental/cart', () => HttpResponse.error()))
    const { press } = open()
    expect(await screen.findByText('This did not load')).toBeVisible()
    serveTripCart(testTripCart)
    await press('Try again')
    expect(await screen.findByText('Tarn Ridge')).toBeVisible()
  })

  test('RNT-10 after a failed change and refetch the cart is as before, with a note', async () => {
    serveTripCart(testTripCart, { 'change line': ['lost'] })
    const { press } = open()
    await screen.findByText('Tarn Ridge')
    server.use(http.get('*/rental/cart', () => HttpResponse.error()))
    await press('One more Tarn Ridge')
    expect(await screen.findByText('This may be out of date.')).toBeVisible()
    expect(await stepper()).toHaveTextContent('01')
  })
})

describe('RNT-07 quantities', () => {
  test('RNT-07 plus and minus are sent in order, and the last response wins', async () => {
    const sent = serveTripCart(testTripCart, { 'change line': [withQuantity(2), withQuantity(3)] })
    const { press } = open()
    await stepper()
    await press('One more Tarn Ridge')
    await press('One more Tarn Ridge')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ body }) => body)).toEqual([
      { cart_id: 1, quantity: 2, guest_id: 'guest-secret-0123456789' },
      { cart_id: 1, quantity: 3, guest_id: 'guest-secret-0123456789' },
    ])
    await waitFor(async () => expect(await stepper()).toHaveTextContent('03'))
  })

  test('RNT-07 no more than there are', async () => {
    const sent = serveTripCart(withQuantity(testVehicle.total_vehicle_count))
    const { press } = open()
    await stepper()
    await press('One more Tarn Ridge')
    expect(await screen.findByText("You can't add more than 3 quantities of this vehicle.")).toBeVisible()
    expect(sent).toEqual([])
  })

  test('RNT-07 a refused change is shown and taken back', async () => {
    const sent = serveTripCart(testTripCart, {
      'change line': [withQuantity(2), refusal('out_of_stock', 'Out of Stock')],
    })
    const { press } = open()
    await stepper()
    await press('One more Tarn Ridge')
    await waitFor(async () => expect(await stepper()).toHaveTextContent('02'))
    await press('One more Tarn Ridge')
    expect(await screen.findByText('Out of Stock')).toBeVisible()
    await waitFor(async () => expect(await stepper()).toHaveTextContent('02'))
    expect(sent).toHaveLength(2)
  })

  test('RNT-07 at 1 the minus removes, and the last removal empties the cart', async () => {
    const sent = serveTripCart(testTripCart, { remove: [emptyTrip] })
    const { press } = open()
    await stepper()
    await press('Remove Tarn Ridge')
    expect(await screen.findByText('Your trip cart is empty')).toBeVisible()
    expect(sent).toEqual([{ call: 'remove', body: { cart_ids: [1] } }])
  })

  test('RNT-07 on the page of a search for another duration it asks first', async () => {
    const sent = serveTripCart(testTripCart, { 'change line': [withQuantity(2)] })
    const { press } = open({ searched: 6 })
    await stepper()
    await press('One more Tarn Ridge')
    expect(await dialog('Change trip duration?')).toHaveTextContent('rented for 6 hours')
    expect(sent).toEqual([])
    await press('Cancel')
    await gone('Change trip duration?')
    expect(sent).toEqual([])
    await press('One more Tarn Ridge')
    await dialog('Change trip duration?')
    await press('Yes')
    await gone('Change trip duration?')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({ cart_id: 1, quantity: 2, estimated_hours: 6, rental_type: 'hourly' })
  })

  test('RNT-07 in a search for the same duration it does not ask', async () => {
    const sent = serveTripCart(testTripCart, { 'change line': [withQuantity(2)] })
    const { press } = open({ searched: 3 })
    await stepper()
    await press('One more Tarn Ridge')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('dialog', { name: 'Change trip duration?' })).toBeNull()
  })
})

describe('RNT-13 the clear-cart warning', () => {
  test('RNT-13 the cart is emptied after a Yes; a failed call can be repeated', async () => {
    const sent = serveTripCart(testTripCart, { clear: ['lost', emptyTrip] })
    const { press } = open()
    await stepper()
    await press('Clear cart')
    await dialog('Clear your trip cart?')
    await press('Cancel')
    await gone('Clear your trip cart?')
    expect(sent).toEqual([])
    await press('Clear cart')
    await dialog('Clear your trip cart?')
    await press('Yes')
    expect(await screen.findByText(/No connection/)).toBeVisible()
    await press('Yes')
    expect(await screen.findByText('Your trip cart is empty')).toBeVisible()
    expect(calls(sent)).toEqual(['clear', 'clear'])
  })
})

describe('RNT-13 the trip details', () => {
  const changed: TripCartView = { ...testTripCart, user_data: { ...testTripCart.user_data!, estimated_hours: 6 } }

  test('RNT-13 are changed for the whole cart', async () => {
    const sent = serveTripCart(testTripCart, { 'change trip': [changed] })
    const { user, press } = open()
    await stepper()
    await press('Edit')
    const form = await dialog('Edit trip details')
    await user.clear(within(form).getByLabelText('Hours'))
    await user.type(within(form).getByLabelText('Hours'), '٦') // in any digits
    await user.dblClick(within(form).getByRole('button', { name: 'Update trip' }))
    expect(await screen.findByText('Your trip has been updated.')).toBeVisible()
    expect(screen.getByText('6 hours')).toBeVisible()
    await gone('Edit trip details')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({
      id: 5,
      estimated_hours: 6,
      pickup_location: { location_name: '2 Reef Road' },
    })
  })

  test('RNT-13 RNT-15 places can be cleared: it is picked up at the provider, and goes nowhere', async () => {
    const user_data = {
      ...testTripCart.user_data!,
      destination_location: { location_name: 'Lighthouse', lat: -11.5, lng: 65.3 },
    }
    const sent = serveTripCart({ ...testTripCart, user_data }, { 'change trip': [changed] })
    const { user, press } = open()
    await stepper()
    await press('Edit')
    const form = within(await dialog('Edit trip details'))
    await user.click(form.getByRole('button', { name: 'Pickup location: clear' }))
    expect(form.getByRole('button', { name: 'Pickup location At Anchor Car Hire' })).toHaveFocus()
    await user.click(form.getByRole('button', { name: 'Destination (optional): clear' }))
    expect(form.getByRole('button', { name: 'Destination (optional) Choose on the map' })).toBeVisible()
    expect(form.queryByRole('button', { name: /: clear$/ })).toBeNull()
    await press('Update trip')
    expect(await screen.findByText('Your trip has been updated.')).toBeVisible()
    expect(sent[0]?.body).toMatchObject({
      pickup_location: { location_name: 'Harbour, Port Saffron', lat: -11.41, lng: 65.21 },
      destination_location: { location_name: '' },
    })
  })

  test('RNT-13 a complaint is at its field, and the first wrong field gets the focus', async () => {
    onTestFinished(focusFirstInvalid())
    const message = 'Vehicles of Anchor Car Hire cannot be picked up there.'
    const errors = [
      { code: 'invalid', field: 'estimated_hours', message: 'The most are 90 hours.' },
      { code: 'invalid', field: 'pickup_location', message },
    ]
    serveTripCart(testTripCart, { 'change trip': [{ message, errors }] })
    const { press } = open()
    await stepper()
    await press('Edit')
    const form = await dialog('Edit trip details')
    await press('Update trip')
    await waitFor(() =>
      expect(within(form).getByRole('button', { name: 'Pickup location 2 Reef Road' })).toHaveAccessibleDescription(
        message,
      ),
    )
    await waitFor(() => expect(within(form).getByLabelText('Hours')).toHaveFocus())
  })

  test('RNT-13 a lost connection is said in the form, which stays', async () => {
    serveTripCart(testTripCart, { 'change trip': ['lost', changed] })
    const { press } = open()
    await stepper()
    await press('Edit')
    const form = await dialog('Edit trip details')
    await press('Update trip')
    expect(await within(form).findByRole('alert')).toHaveTextContent('No connection')
    await press('Update trip')
    expect(await screen.findByText('Your trip has been updated.')).toBeVisible()
  })

  test('RNT-06 vehicles without the new trip type are listed, and Remove & Continue goes on', async () => {
    const two = { ...testTripCart, carts: [testTripLine, { ...testTripLine, id: 2, vehicle: otherVehicle }] }
    const sent = serveTripCart(two, {
      'change trip': [[{ ...testTripLine, id: 2, vehicle: otherVehicle }], changed],
      remove: [testTripCart],
    })
    const { user, press } = open()
    await stepper()
    await press('Edit')
    const form = await dialog('Edit trip details')
    await user.click(within(form).getByRole('radio', { name: 'Distance wise' }))
    await press('Update trip')
    const list = await dialog('Some vehicles are not rented this way')
    expect(within(list).getByText('Dune Van')).toBeVisible()
    await press('Remove & Continue')
    expect(await screen.findByText('Your trip has been updated.')).toBeVisible()
    expect(calls(sent)).toEqual(['change trip', 'remove', 'change trip'])
    expect(sent[1]?.body).toEqual({ cart_ids: [2] })
  })

  test('RNT-06 RNT-13 a trip type that none of the vehicles has is refused in the form, and all stay', async () => {
    const sent = serveTripCart(testTripCart, { 'change trip': [[testTripLine]] })
    const { user, press } = open()
    await stepper()
    await press('Edit')
    const form = await dialog('Edit trip details')
    await user.click(within(form).getByRole('radio', { name: 'Distance wise' }))
    await press('Update trip')
    expect(await within(form).findByRole('alert')).toHaveTextContent('No vehicle of your trip is rented this way.')
    expect(screen.queryByRole('dialog', { name: 'Some vehicles are not rented this way' })).toBeNull()
    expect(calls(sent)).toEqual(['change trip'])
  })
})

const onCheckout = vi.fn<() => void>()
const withLogin = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 as const } }
const onAuth = vi.fn<(mode: 'sign-in' | 'sign-up') => void>()
const page = <TripCartPage mapDialog={mapDialog} onBrowse={() => {}} onCheckout={onCheckout} onAuth={onAuth} />

test('RNT-11 CART-06 D24 guests are asked before the checkout whether to sign in', async () => {
  serveTripCart(testTripCart)
  const { user } = renderApp(page, { shop: withLogin })
  await user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  expect(await screen.findByText(/^Logging in saves the history of your trips\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(onAuth).toHaveBeenCalledWith('sign-up')
  await user.click(screen.getByRole('button', { name: 'Go to checkout' }))
  await user.click(await screen.findByRole('button', { name: 'Guest' }))
  expect(onCheckout).toHaveBeenCalledOnce()
  onCheckout.mockClear()
})

test('RNT-11 the page has the heading and every price row', async () => {
  serveTripCart(testTripCart)
  const { user } = renderApp(page)
  expect(await screen.findByRole('heading', { level: 1, name: 'Your trip cart' })).toBeVisible()
  expect(await screen.findByText('Tarn Ridge')).toBeVisible()
  expect(screen.getByText('Discount').closest('div')).toHaveTextContent('-$4.20')
  await user.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(onCheckout).toHaveBeenCalledOnce()
})

test('RNT-11 the heading of an empty page says so', async () => {
  serveTripCart(emptyTrip)
  renderApp(page)
  expect(await screen.findByRole('heading', { level: 1, name: 'Your trip cart is empty' })).toBeVisible()
})
