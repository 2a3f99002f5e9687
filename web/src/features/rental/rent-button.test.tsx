import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { RentProvider, type Rent } from '@/contracts/rent-vehicle'
import { choosePlace } from '@/lib/scope/scope'
import { wallTime } from '@/lib/text/wall-time'
import { renderApp } from '@/test/render-app'
import { testBicycle, testVehicle } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { RentButton } from './rent-button'

test('RNT-06 a vehicle that is not rented as the search wants gets the booking form', async () => {
  server.use(http.get('*/zones', () => HttpResponse.json({ zones: [] })))
  const rent = vi.fn<Rent>()
  const trip = { type: 'distance_wise', hours: 1 } as const
  const { user } = renderApp(
    <RentProvider value={rent}>
      <RentButton vehicle={testBicycle} trip={trip} />
      <RentButton vehicle={testVehicle} trip={trip} short />
    </RentProvider>,
  )
  await user.click(screen.getByRole('button', { name: /Rent This Car/ }))
  expect(rent).toHaveBeenLastCalledWith(testBicycle, undefined)
  await user.click(screen.getByRole('button', { name: 'Rent Tarn Ridge' }))
  expect(rent.mock.lastCall?.[1]?.type).toBe('distance_wise')
})

test('RNT-09 a trip that begins now is rented for the hours that the search has priced', async () => {
  const [here, there] = ['Asia/Kathmandu', 'Pacific/Auckland']
  const zones = [{ id: 1, slug: 'harbour', name: 'Harbour', time_zone: here, coordinates: [] }]
  const asked = vi.fn()
  server.use(http.get('*/zones', () => (asked(), HttpResponse.json({ zones }))))
  choosePlace({ location: 'Saffron Circus', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  const rent = vi.fn<Rent>()
  const vehicle = { ...testVehicle, provider: { ...testVehicle.provider, time_zone: there } }
  const until = wallTime(Date.now() + 3 * 3_600_000, here)
  const { user } = renderApp(
    <RentProvider value={rent}>
      <RentButton vehicle={vehicle} trip={{ type: 'hourly', hours: 1, until }} short />
    </RentProvider>,
  )
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await waitFor(async () => {
    await user.click(screen.getByRole('button'))
    expect(rent.mock.lastCall?.[1]?.hours).toBe(3)
  })
})
