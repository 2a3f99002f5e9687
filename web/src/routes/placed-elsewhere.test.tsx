import { act, screen, waitFor } from '@testing-library/react'
import type { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { tripCartOptions } from '@/contracts/trip-cart'
import { cartOptions } from '@/features/cart/cart-queries'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testShop } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { parcelModule, testCategories, testInstructions, testParcel } from '@/test/parcel-fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal, testLine, testOrder } from '@/test/trade-fixtures'
import { emptyTrip, testTrip, testTripCart } from '@/test/trip-fixtures'

const food = { id: 10, module_type: 'food', module_name: 'Food' } as const
const token = 'tracking-token-0123456789'

const checkouts = [
  {
    what: 'order',
    path: '/checkout?page=cart',
    module: food,
    tabKey: 'placing',
    call: '*/orders',
    placed: { order: testOrder, tracking_token: token },
    message: `Order ${testOrder.id} is placed.`,
    at: `/order/${testOrder.id}`,
    placedBefore: /^Your order had reached the shop and was placed/,
    all: { name: 'See orders', at: '/my-orders' },
  },
  {
    what: 'parcel',
    path: '/parcel/send',
    module: parcelModule,
    tabKey: 'placing-parcel',
    call: '*/orders',
    placed: { order: testParcel, tracking_token: token },
    message: `Parcel ${testParcel.id} is placed.`,
    at: `/order/${testParcel.id}`,
    placedBefore: /^Your parcel had reached the shop and was placed/,
    all: { name: 'See orders', at: '/my-orders' },
  },
  {
    what: 'trip',
    path: '/rental/checkout',
    module: rentalModule,
    tabKey: 'placing-trip',
    call: '*/rental/trips',
    placed: { trip: testTrip, tracking_token: token },
    message: `Trip ${testTrip.id} is placed.`,
    at: `/trip/${testTrip.id}`,
    placedBefore: /^Your trip had reached the shop and was booked/,
    all: { name: 'See trips', at: '/my-trips' },
  },
] as const

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  choosePlace({ location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  server.use(
    http.get('*/parcel/categories', () => HttpResponse.json(testCategories)),
    http.get('*/parcel/instructions', () => HttpResponse.json(testInstructions)),
    http.get('*/orders/:id', () => HttpResponse.json(refusal('not_found', 'Unknown.'), { status: 404 })),
    http.get('*/rental/trips/:id', () => HttpResponse.json(refusal('not_found', 'Unknown.'), { status: 404 })),
  )
})

/** Sends it and opens another page before the server responds. */
async function leave(checkout: (typeof checkouts)[number], response: () => HttpResponse<object>) {
  const [respond, isTime] = gate()
  chooseModule(checkout.module)
  writeTabValue(checkout.tabKey, { key: 'k', body: { source: 'cart' }, at: Date.now(), signedIn: false })
  const { user, history, queryClient } = renderPage(checkout.path, {
    shop: { ...testShop, module: [...testShop.module, checkout.module as typeof rentalModule] },
  })
  server.use(
    http.get('*/rental/cart', () => HttpResponse.json(emptyTrip)),
    http.post(checkout.call, async () => {
      await isTime
      return response()
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  act(() => history.push('/track-order'))
  await screen.findByLabelText('Number of the order')
  return { user, history, queryClient, respond }
}

describe.each(checkouts)('CHK-04 PCL-01 RNT-11 a shopper leaves the checkout while the $what is sent', (checkout) => {
  test('a toast links to what was placed, and the page stays', async () => {
    const { user, history, respond } = await leave(checkout, () => HttpResponse.json(checkout.placed))
    respond()
    expect(await screen.findByText(checkout.message)).toBeVisible()
    expect(history.location.pathname).toBe('/track-order')
    await user.click(screen.getByRole('button', { name: `See ${checkout.what}` }))
    await waitFor(() => expect(history.location.pathname).toBe(checkout.at))
  })

  test('a toast says why nothing was placed', async () => {
    const { history, respond } = await leave(checkout, () =>
      HttpResponse.json(refusal('conflict', 'It is too late.'), { status: 409 }),
    )
    respond()
    expect(await screen.findByText(`Your ${checkout.what} was not placed. It is too late.`)).toBeVisible()
    expect(history.location.pathname).toBe('/track-order')
  })

  test('a toast leads to all of them if the key has placed one', async () => {
    const taken = refusal('conflict', 'This key has placed another.', { field: 'Idempotency-Key' })
    const { user, history, respond } = await leave(checkout, () => HttpResponse.json(taken, { status: 409 }))
    respond()
    expect(await screen.findByText(checkout.placedBefore)).toBeVisible()
    await user.click(screen.getByRole('button', { name: checkout.all.name }))
    await waitFor(() => expect(history.location.pathname).toBe(checkout.all.at))
  })
})

test('CHK-04 CART-02 the cart of a module that was chosen meanwhile stays', async () => {
  const [checkout] = checkouts
  const { queryClient, respond } = await leave(checkout, () => HttpResponse.json(checkout.placed))
  server.use(http.get('*/cart', () => HttpResponse.json([testLine])))
  const ofFood = cartOptions(currentScope()).queryKey
  act(() => chooseModule({ id: 20, module_type: 'grocery', module_name: 'Grocery' }))
  const ofGrocery = cartOptions(currentScope()).queryKey
  queryClient.setQueryData(ofFood, [testLine])
  queryClient.setQueryData(ofGrocery, [testLine])
  respond()
  expect(await screen.findByText(checkout.message)).toBeVisible()
  expect(queryClient.getQueryData(ofFood)).toEqual([])
  expect(queryClient.getQueryData(ofGrocery)).toEqual([testLine])
})

test('CHK-04 RNT-10 the cart of a rental module that was chosen meanwhile stays', async () => {
  const [, , checkout] = checkouts
  const { queryClient, respond } = await leave(checkout, () => HttpResponse.json(checkout.placed))
  server.use(http.get('*/rental/cart', () => HttpResponse.json(testTripCart)))
  const before = tripCartOptions(currentScope()).queryKey
  act(() => chooseModule({ ...rentalModule, id: 61 }))
  const now = tripCartOptions(currentScope()).queryKey
  queryClient.setQueryData(before, testTripCart)
  queryClient.setQueryData(now, testTripCart)
  respond()
  expect(await screen.findByText(checkout.message)).toBeVisible()
  expect(queryClient.getQueryData(before)).toEqual(emptyTrip)
  expect(queryClient.getQueryData(now)).toEqual(testTripCart)
})

const carts = [
  {
    checkout: checkouts[0],
    url: '*/cart',
    full: [testLine],
    empty: [],
    read: (queryClient: QueryClient) => queryClient.fetchQuery({ ...cartOptions(currentScope()), staleTime: 0 }),
    stored: (queryClient: QueryClient) => queryClient.getQueryData(cartOptions(currentScope()).queryKey),
  },
  {
    checkout: checkouts[2],
    url: '*/rental/cart',
    full: testTripCart,
    empty: emptyTrip,
    read: (queryClient: QueryClient) => queryClient.fetchQuery({ ...tripCartOptions(currentScope()), staleTime: 0 }),
    stored: (queryClient: QueryClient) => queryClient.getQueryData(tripCartOptions(currentScope()).queryKey),
  },
]

test.each(carts)('CHK-04 RNT-10 $url that was read before the order does not fill the cart again', async (cart) => {
  const { queryClient, respond } = await leave(cart.checkout, () => HttpResponse.json(cart.checkout.placed))
  const [respondWithCart, isTime] = gate()
  const isAsked = new Promise<void>((resolve) => {
    server.use(
      http.get(cart.url, async () => {
        resolve()
        await isTime
        return HttpResponse.json(cart.full)
      }),
    )
  })
  const read = cart.read(queryClient).catch(() => {})
  await isAsked
  respond()
  expect(await screen.findByText(cart.checkout.message)).toBeVisible()
  respondWithCart()
  await read
  expect(cart.stored(queryClient)).toEqual(cart.empty)
})
