import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { TrackedPurchaseView } from '@/lib/api/types.gen'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { testTrackedTrip } from '@/test/trip-fixtures'

test('ORD-02 D29 a guest who lost the link of a trip finds it by its number and phone, after a typing error', async () => {
  const { user } = renderPage('/track-order?order_id=17', { shop: { ...testShop, rental_status: 1 } })
  const message = 'No order or trip with this number and phone was found.'
  server.use(
    http.get('*/purchases/track', ({ request }) =>
      request.headers.get('X-Phone') === '+12025550123'
        ? HttpResponse.json<TrackedPurchaseView>({ trip: testTrackedTrip })
        : HttpResponse.json(refusal('not_found', message), { status: 404 }),
    ),
  )
  expect(await screen.findByLabelText('Number of the order or trip')).toHaveValue('17')
  await user.type(screen.getByLabelText('Phone'), '202 555 0124')
  await user.click(screen.getByRole('button', { name: 'Track' }))
  expect(await screen.findByText(message)).toBeVisible()
  await user.clear(screen.getByLabelText('Phone'))
  await user.type(screen.getByLabelText('Phone'), '202 555 0123')
  await user.click(screen.getByRole('button', { name: 'Track' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible()
  expect(screen.getByText('2 × Finch')).toBeVisible()
})
