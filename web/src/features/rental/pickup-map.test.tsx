import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { MapProps } from '@/components/map/map-view'
import type { DirectionsOutputBody } from '@/lib/api/types.gen'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { testVehicle } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { PickupMap } from './pickup-map'
import type { SearchTrip } from './trip'

// Maps need WebGL. The tests only check what is put on them.
vi.mock('@/components/map/map-view', () => ({
  MapView: ({ label, pins }: MapProps) => <figure aria-label={label}>{pins?.map((pin) => pin.label).join()}</figure>,
}))

const pickup = { location: 'Library', point: { lat: -11.4, lng: 65.2 } }
const destination = { location: 'Lighthouse', point: { lat: -11.5, lng: 65.3 } }
const trip: SearchTrip = { type: 'distance_wise', hours: 1, pickup, destination }

test('MAP-02 where no route was found, the pickup is the single marker of the way', async () => {
  const [open, opened] = gate()
  let asked = 0
  server.use(
    http.get('*/maps/directions', async () => {
      asked++
      await opened
      return HttpResponse.json<DirectionsOutputBody>({ distanceMeters: 0, duration: '0s', path: [] })
    }),
  )
  const { user } = renderApp(<PickupMap vehicles={[testVehicle]} trip={trip} />)
  await user.click(screen.getByRole('button', { name: 'Show the map' }))
  const map = screen.getByRole('figure')
  expect(map).toHaveTextContent('Anchor Car Hire, 1 vehicle,Your pickup location,Your destination')
  open()
  await waitFor(() => expect(map).toHaveTextContent(/Your pickup location$/))
  expect(asked).toBe(3)
})
