import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { TripCartView, TripQuoteView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testModules, testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
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
