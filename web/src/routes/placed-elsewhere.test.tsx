import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testShop } from '@/test/fixtures'
import { parcelModule, testCategories, testInstructions, testParcel } from '@/test/parcel-fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal, testOrder } from '@/test/trade-fixtures'
import { emptyTrip, testTrip } from '@/test/trip-fixtures'

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

describe.each(checkouts)('CHK-04 PCL-01 RNT-11 a shopper leaves the checkout while the $what is sent', (checkout) => {
  /** Sends it and opens another page before the server responds. Returns the history and what lets it respond. */
  async function leave(response: () => HttpResponse<object>) {
    let respond = () => {}
    const isTime = new Promise<void>((resolve) => (respond = resolve))
    chooseModule(checkout.module)
    writeTabValue(checkout.tabKey, { key: 'k', body: { source: 'cart' }, at: Date.now(), signedIn: false })
    const { user, history } = renderPage(checkout.path, {
      shop: { ...testShop, module: [...testShop.module, checkout.module as typeof rentalModule] },
    })
    server.use(
      http.get('*/rental/cart', () => HttpResponse.json(emptyTrip)),
      http.post(checkout.call, async () => {
        await isTime
        return response()
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Ask again' }))
    act(() => history.push('/track-order'))
    await screen.findByLabelText('Number of the order')
    respond()
    return { user, history }
  }

  test('a toast links to what was placed, and the page stays', async () => {
    const { user, history } = await leave(() => HttpResponse.json(checkout.placed))
    expect(await screen.findByText(checkout.message)).toBeVisible()
    expect(history.location.pathname).toBe('/track-order')
    await user.click(screen.getByRole('button', { name: `See ${checkout.what}` }))
    await waitFor(() => expect(history.location.pathname).toBe(checkout.at))
  })

  test('a toast says why nothing was placed', async () => {
    const { history } = await leave(() => HttpResponse.json(refusal('conflict', 'It is too late.'), { status: 409 }))
    expect(await screen.findByText(`Your ${checkout.what} was not placed. It is too late.`)).toBeVisible()
    expect(history.location.pathname).toBe('/track-order')
  })

  test('a toast leads to all of them if the key has placed one', async () => {
    const taken = refusal('conflict', 'This key has placed another.', { field: 'Idempotency-Key' })
    const { user, history } = await leave(() => HttpResponse.json(taken, { status: 409 }))
    expect(await screen.findByText(checkout.placedBefore)).toBeVisible()
    await user.click(screen.getByRole('button', { name: checkout.all.name }))
    await waitFor(() => expect(history.location.pathname).toBe(checkout.all.at))
  })
})
