import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { renderApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { library, mockGeolocation, townHandlers } from '@/test/test-town'
import { ZoneBar } from './zone-bar'

beforeEach(() => server.use(...townHandlers))

test('TRAP_D26 before a place is chosen a bar says that the shops are those in the middle of town; choosing a place hides it', async () => {
  mockGeolocation(library)
  const { user } = renderApp(<ZoneBar />)
  expect(screen.getByText(/shops in the middle of town/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'choose where you are' }))
  await user.click(await screen.findByRole('button', { name: 'Use Current Location' }))
  await waitFor(() => expect(screen.queryByText(/shops in the middle of town/)).toBeNull())
})

test('TRAP_D26 in rental the bar says that the vehicles are those in the middle of town', () => {
  chooseModule(rentalModule)
  renderApp(<ZoneBar />)
  expect(screen.getByText(/vehicles in the middle of town/)).toBeVisible()
})

test('TRAP_D26 with a place there is no bar', () => {
  choosePlace({ location: 'Central Library', point: library, zoneIds: [4] })
  renderApp(<ZoneBar />)
  expect(screen.queryByText(/middle of town/)).toBeNull()
})
