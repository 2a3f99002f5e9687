import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ErrorBody, TripCartView } from '@/lib/api/types.gen'
import { testShop } from './fixtures'
import { renderPage } from './render-page'
import { rentalModule } from './rental-fixtures'
import { server } from './server'
import { emptyTrip } from './trip-fixtures'

/** Pages of rental load more files than others. */
export const late = { timeout: 8000 }

export const refusal = (message: string, status = 503, code?: string) =>
  HttpResponse.json<ErrorBody>({ errors: code ? [{ code, message }] : [], message }, { status })

/** Opens a page in a town that only rents vehicles. */
export function openRental(path: string, cart = emptyTrip) {
  const page = renderPage(path, { shop: { ...testShop, module: [rentalModule] } })
  server.use(http.get('*/rental/cart', () => HttpResponse.json<TripCartView>(cart)))
  return page
}

export const title = (name: string) => screen.findByRole('heading', { level: 2, name }, late)

/** Waits for the card of a vehicle. */
export async function vehicleCard(name: string) {
  const link = await screen.findByRole('link', { name }, late)
  return within(link.closest('article')!)
}
