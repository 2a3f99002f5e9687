import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AvailabilityOutputBody, TripCartView, VehicleView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule, testProvider, testVehicle } from '@/test/rental-fixtures'
import { late, openRental, refusal, vehicleCard } from '@/test/rental-page'
import { server } from '@/test/server'
import { rentalZone as zone, serveRental } from '@/test/rental-world'
import { emptyTrip, testTripCart } from '@/test/trip-fixtures'

vi.setConfig({ testTimeout: 20_000 })
beforeEach(serveRental)

describe('a vehicle', () => {
  test('RNT-03 the quick view has pictures, a short description, facts, both prices and the booking bar', async () => {
    const { user } = openRental('/rental/vehicle-search')
    await user.click((await vehicleCard('Tarn Ridge')).getByRole('button', { name: 'Quick view of Tarn Ridge' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tarn Ridge' }, late))
    const about = dialog.getByText(/^High seats, four driven wheels/)
    expect(about.textContent).toHaveLength(71) // 70 characters and the dots
    await user.click(dialog.getByRole('button', { name: 'Read more' }))
    expect(dialog.getByText(testVehicle.description)).toBeVisible()
    for (const words of ['Price per hour', '$14.00', 'Price per km', '5 seats', 'Start From']) {
      expect(dialog.getAllByText(words)[0]).toBeVisible()
    }
    expect(dialog.getByRole('button', { name: 'Pause the pictures' })).toBeVisible()
    expect(dialog.getByRole('link', { name: 'View details' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/tarn-ridge-anchor?from=from_search',
    )
  })

  test('RNT-04 RNT-05 its page has what it is like, and after 200 px of scroll the booking bar', async () => {
    openRental('/rental/vehicle-details/tarn-ridge-anchor?from=from_search')
    expect(await screen.findByRole('heading', { level: 1, name: 'Tarn Ridge' }, late)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Anchor Car Hire' })).toHaveAttribute(
      'href',
      '/rental/provider-details/anchor-car-hire',
    )
    const bar = () => screen.queryByRole('region', { name: 'Rent Tarn Ridge' })
    expect(bar()).toBeNull()
    const scrollTo = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
      Object.defineProperty(window, 'pageYOffset', { value: y, configurable: true })
      fireEvent.scroll(window)
    }
    scrollTo(200)
    expect(bar()).toBeNull()
    scrollTo(201)
    await waitFor(() => expect(bar()).toBeVisible())
    expect(within(bar()!).getByText('Start From')).toBeVisible()
    expect(within(bar()!).getByRole('button', { name: /Rent This Car/ })).toBeVisible()
    scrollTo(0)
  })

  test('RNT-05 in the trip cart it is estimated for the hours of the cart, the original struck', async () => {
    write({ guest_id: 'guest-0123456789' })
    openRental('/rental/vehicle-details/tarn-ridge-anchor', testTripCart)
    expect(await screen.findByText('Estimated', { exact: false }, late)).toBeVisible()
    expect(screen.getByText('3 hours')).toBeVisible()
    expect(screen.getByText('$37.80')).toBeVisible()
    expect(screen.getByText('$42.00').closest('s')).toBeVisible()
  })

  test('RNT-04 its page has its reviews, and when it is taken by the clock of the provider', async () => {
    const busy = ['2099-01-01T05:00:00Z', '2099-01-01T09:00:00Z'] as const
    server.use(
      http.get('*/rental/vehicles/:id/availability', () =>
        HttpResponse.json<AvailabilityOutputBody>({
          busy: [{ from: busy[0], until: busy[1] }],
          time_zone: zone,
          total_vehicle_count: 3,
        }),
      ),
    )
    openRental('/rental/vehicle-details/tarn-ridge-anchor')
    expect(await screen.findByText('Clean and on time.', {}, late)).toBeVisible()
    expect(screen.getByText('Reply from the provider')).toBeVisible()
    const days = within(await screen.findByRole('list', { name: 'The next days' }))
    expect(days.getAllByText('Free')).toHaveLength(28)
    expect(screen.getByText(/10:00/)).toBeVisible()
  })

  test.each([
    ['/rental/vehicle-details/sail-boat', 'Sail Boat', '/rental/vehicles/sail-boat'],
    ['/rental/provider-details/boat-club', 'Boat Club', '/rental/providers/boat-club'],
  ])('RNT-04 LOC-13 %s switches to its module', async (path, name, call) => {
    const boats = { ...rentalModule, id: 16, slug: 'boats', module_name: 'Boats' }
    server.use(
      http.get('*/rental/vehicles/:id', () => HttpResponse.json<VehicleView>({ ...testVehicle, name, module_id: 16 })),
      http.get('*/rental/providers/:id', () => HttpResponse.json({ ...testProvider, name, module_id: 16 })),
    )
    for (const module of [rentalModule, { id: 10, module_type: 'food', module_name: 'Food' } as const]) {
      chooseModule(module)
      const { calls, unmount } = renderPage(path, { shop: { ...testShop, module: [rentalModule, boats] } })
      server.use(http.get('*/rental/cart', () => HttpResponse.json<TripCartView>(emptyTrip)))
      expect(await screen.findByRole('heading', { level: 1, name }, late)).toBeVisible()
      expect(currentScope().module).toMatchObject({ id: 16, module_type: 'rental' })
      expect(calls.filter((one) => one === call)).toHaveLength(1)
      unmount()
    }
  })

  test('RNT-04 an unknown vehicle is not found', async () => {
    server.use(http.get('*/rental/vehicles/:id', () => refusal('No such vehicle.', 404, 'not_found')))
    openRental('/rental/vehicle-details/nothing')
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' }, late)).toBeVisible()
  })

  test('RNT-04 a provider’s page has its facts and its vehicles', async () => {
    const { calls } = openRental('/rental/provider-details/anchor-car-hire')
    expect(await screen.findByRole('heading', { level: 1, name: 'Anchor Car Hire' }, late)).toBeVisible()
    expect(screen.getByText(testProvider.address)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Spoke Dutchman' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/spoke-dutchman-anchor?from=from_provider',
    )
    expect(calls).toContain('/rental/providers/anchor-car-hire/vehicles?offset=1&limit=20')
  })
})
