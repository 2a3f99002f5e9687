import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { CustomerView, TripCartView, TripQuoteView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testModules, testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { testTripCart, testTripQuote } from '@/test/trip-fixtures'

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  choosePlace({ location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
})

/** Opens the page in a shop with a trip cart and several modules. */
function open(path: string) {
  const page = renderPage(path, { shop: { ...testShop, module: [...testModules, rentalModule] } })
  server.use(
    http.get('*/rental/cart', () => HttpResponse.json<TripCartView>(testTripCart)),
    http.post('*/rental/quote', () => HttpResponse.json<TripQuoteView>(testTripQuote)),
    http.get('*/zones', () => HttpResponse.json({ zones: [] })), // for the map dialog, which is prefetched
  )
  return page
}

test.each(['/rental/cart', '/rental/checkout'])('RNT-10 %s shows the trip from another module, too', async (path) => {
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  open(path)
  expect(await screen.findByText('Tarn Ridge')).toBeVisible()
  expect(currentScope().module?.id).toBe(rentalModule.id)
})

const notNow = () => HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 })

test('RNT-11 a trip cart that did not load can be loaded again', async () => {
  chooseModule(rentalModule)
  const { user } = open('/rental/checkout')
  let isUp = false
  server.use(http.get('*/rental/cart', () => (isUp ? HttpResponse.json(testTripCart) : notNow())))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Not now.')).toBeVisible()
  isUp = true
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Tarn Ridge')).toBeVisible()
})

test('RNT-11 a customer whose details did not load can load them again, and books nothing before', async () => {
  write({ token: testToken })
  chooseModule(rentalModule)
  const { user } = open('/rental/checkout')
  let isUp = false
  server.use(
    http.get('*/customer/info', () => (isUp ? HttpResponse.json<CustomerView>(testCustomer) : notNow())),
    http.get('*/wishlist', () => HttpResponse.json({ item: [], store: [] })),
  )
  const alert = within(await screen.findByRole('alert'))
  expect(screen.queryByRole('button', { name: /^Place trip/ })).toBeNull()
  isUp = true
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Place trip/ })).toBeVisible()
})
