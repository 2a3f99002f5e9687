import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { CustomerView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testModules, testShop } from '@/test/fixtures'
import { parcelModule, testCategories, testInstructions } from '@/test/parcel-fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'

test('PCL-01 a customer whose details did not load can load them again, and sends nothing before', async () => {
  write({ token: testToken })
  chooseModule(parcelModule)
  choosePlace({ location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  let isUp = false
  const { user } = renderPage('/parcel/send', { shop: { ...testShop, module: [...testModules, parcelModule] } })
  server.use(
    http.get('*/customer/info', () =>
      isUp
        ? HttpResponse.json<CustomerView>({ ...testCustomer, addresses: [] })
        : HttpResponse.json(refusal('unavailable', 'Not now.'), { status: 503 }),
    ),
    http.get('*/customer/addresses', () => HttpResponse.json({ addresses: [], limit: 100, offset: 1, total_size: 0 })),
    http.get('*/wishlist', () => HttpResponse.json({ item: [], store: [] })),
    http.get('*/parcel/categories', () => HttpResponse.json(testCategories)),
    http.get('*/parcel/instructions', () => HttpResponse.json(testInstructions)),
  )
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Not now.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Sender' })).toBeNull()
  isUp = true
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Sender' })).toBeVisible()
})
