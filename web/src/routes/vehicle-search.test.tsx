import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type PathParams } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorBody, SuggestOutputBody, VehiclesOutputBody, VehicleView } from '@/lib/api/types.gen'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { testVehicle } from '@/test/rental-fixtures'
import { late, openRental, refusal, title, vehicleCard } from '@/test/rental-page'
import { server } from '@/test/server'
import { serveRental, vehicles } from '@/test/rental-world'

vi.setConfig({ testTimeout: 20_000 })
beforeEach(serveRental)

describe('the search of vehicles', () => {
  test('RNT-02 RNT-09 a card has what is documented', async () => {
    openRental('/rental/vehicle-search?all_category=1')
    const car = await vehicleCard('Tarn Ridge')
    for (const words of ['Anchor Car Hire', '5 seats', 'SUV', 'AC', 'Automatic', 'Petrol', 'New Arrival', '10% off']) {
      expect(car.getByText(words)).toBeVisible()
    }
    expect(car.getByText('3 Vehicles available')).toBeVisible()
    expect(car.getByText('Start From')).toBeVisible()
    expect(car.getByText('/km')).toBeVisible()
    expect(car.getByText('$0.54')).toBeVisible()
    expect(car.getByText('$0.60').closest('s')).toBeVisible()
    expect(car.getByRole('img', { name: /Rated 4.5 out of 5, 12 reviews/ })).toBeVisible()
    const bicycle = await vehicleCard('Spoke Dutchman')
    expect(bicycle.getByText('Non-AC')).toBeVisible()
    expect(bicycle.getByText('/hr')).toBeVisible()
    expect(bicycle.queryByRole('img', { name: /Rated/ })).toBeNull()
    expect(bicycle.queryByText(/off$|New Arrival/)).toBeNull()
  })

  test('RNT-02 category, filters, order and layout are in the address and the call', async () => {
    const { calls, history, user } = openRental('/rental/vehicle-search?categoryId=51&hours=x&seats=-3')
    await screen.findByRole('heading', { level: 1, name: 'Family & SUV' }, late)
    await user.click(screen.getByRole('button', { name: 'With AC' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: low to high')
    await user.click(await screen.findByRole('button', { name: 'Filters, 1 on' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }, late))
    await user.click(drawer.getByRole('checkbox', { name: 'Tarn (1)' }))
    await user.click(drawer.getByRole('checkbox', { name: 'Spoke (1)' }))
    await user.click(drawer.getByRole('checkbox', { name: 'SUV (1)' }))
    await user.click(drawer.getByRole('checkbox', { name: 'Gasoline (1)' }))
    await user.click(drawer.getByRole('radio', { name: 'Manual' }))
    await waitFor(() =>
      expect(calls.at(-1)).toBe(
        '/rental/vehicles?category_id=51&brands=Tarn,Spoke&types=SUV&fuels=Petrol&transmission=manual&air_condition=true&sort=price_asc&offset=1&limit=20',
      ),
    )
    await user.click(drawer.getByRole('button', { name: 'Show 2 vehicles' }))
    await user.click(await screen.findByRole('button', { name: 'Rows' }))
    expect(history.location.search).toContain('layout=rows')
    expect((await screen.findByRole('link', { name: 'Tarn Ridge' })).closest('article')).toHaveAttribute(
      'data-layout',
      'row',
    )
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(history.location.search).not.toContain('brands'))
    expect(history.location.search).toContain('sort=price_asc')
  })

  test('RNT-02 for a trip the cards have its price, and how many are free in its time', async () => {
    const estimate = { ...testVehicle.start_from, price: 37.8, original_price: 42, unit: 'hourly' as const }
    server.use(http.get('*/rental/vehicles', () => vehicles([{ ...testVehicle, estimate, available_units: 2 }])))
    const { calls } = openRental('/rental/vehicle-search?trip_type=hourly&hours=3&pickup_time=2027-01-31T15:30')
    const car = await vehicleCard('Tarn Ridge')
    expect(car.getByText('2 Vehicles available')).toBeVisible()
    expect(car.getByText('3 hours')).toBeVisible()
    expect(car.getByText('$37.80')).toBeVisible()
    expect(calls).toContain(
      '/rental/vehicles?trip_type=hourly&estimated_hours=3&pickup_time=2027-01-31 3:30 PM&offset=1&limit=20',
    )
    expect(car.getByRole('link', { name: 'Tarn Ridge' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/tarn-ridge-anchor?from=from_search&trip_type=hourly&hours=3&pickup_time=2027-01-31T15%3A30',
    )
  })

  test('RNT-02 without results the filters can be cleared, and a failed call can be made again', async () => {
    let list: VehicleView[] | undefined
    server.use(
      http.get<never, never, VehiclesOutputBody | ErrorBody>('*/rental/vehicles', () =>
        list ? vehicles(list) : refusal('The garage is shut.'),
      ),
    )
    const { history, user } = openRental('/rental/vehicle-search?discounted=1')
    const alert = within(await screen.findByRole('alert', {}, late))
    list = []
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await title('No vehicle found')).toBeVisible()
    list = [testVehicle]
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(await screen.findByRole('link', { name: 'Tarn Ridge' }, late)).toBeVisible()
    expect(history.location.search).toBe('')
  })

  test('RNT-02 more pages are fetched as long as there are some', async () => {
    server.use(
      http.get('*/rental/vehicles', ({ request }) => {
        const offset = Number(new URL(request.url).searchParams.get('offset'))
        return vehicles([{ ...testVehicle, id: offset, name: `Car ${offset}` }], { offset, total_size: 41 })
      }),
    )
    const { user } = openRental('/rental/vehicle-search')
    for (const name of ['Car 2', 'Car 3']) {
      await user.click(await screen.findByRole('button', { name: 'Show more' }, late))
      expect(await screen.findByRole('link', { name })).toBeVisible()
    }
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('RNT-02 a search of the header finds vehicles', async () => {
    const { calls, history } = openRental('/home?search=category&name=ridge')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vehicles for “ridge”' }, late)).toBeVisible()
    expect(history.location.href).toBe('/rental/vehicle-search?search=ridge')
    expect(calls).toContain('/rental/vehicles?search=ridge&offset=1&limit=20')
  })

  test('BRW-02 a link to the results of a category finds its vehicles', async () => {
    const { calls, history } = openRental('/home?search=category&id=51&module_id=15&name=Family')
    await waitFor(() => expect(history.location.href).toBe('/rental/vehicle-search?categoryId=51'), late)
    await waitFor(() => expect(calls).toContain('/rental/vehicles?category_id=51&offset=1&limit=20'), late)
  })

  test('BRW-02 the header’s search box looks for vehicles, and keeps the words', async () => {
    const { history, user } = openRental('/rental/vehicle-search')
    const box = await screen.findByRole('combobox', { name: 'Search' }, late)
    expect(box).toHaveAttribute('placeholder', 'Search vehicles and brands')
    await user.type(box, 'ridge{Enter}')
    await waitFor(() => expect(history.location.href).toBe('/rental/vehicle-search?search=ridge'))
    expect(box).toHaveValue('ridge')
  })

  test('RNT-01 vehicles are those that can be picked up where the trip begins', async () => {
    const { calls } = openRental(
      '/rental/vehicle-search?trip_type=hourly&hours=3&pickup=Hill&pickup_at=-11.2,65.4&sort=distance',
    )
    await screen.findByRole('link', { name: 'Tarn Ridge' }, late)
    expect(calls).toContain(
      '/rental/vehicles?trip_type=hourly&estimated_hours=3&pickup_lat=-11.2&pickup_lng=65.4&sort=distance&offset=1&limit=20',
    )
  })

  test('RNT-05 a trip by distance without a pickup has an estimate only where the provider is known', async () => {
    const { calls, user } = openRental(
      '/rental/vehicle-search?trip_type=distance_wise&destination=Lighthouse&destination_at=-11.5,65.3',
    )
    const car = await vehicleCard('Tarn Ridge')
    expect(calls).toContain('/rental/vehicles?trip_type=distance_wise&offset=1&limit=20')
    await user.click(screen.getByRole('button', { name: 'Free for this trip' }))
    await waitFor(() =>
      expect(calls).toContain('/rental/vehicles?trip_type=distance_wise&available=true&offset=1&limit=20'),
    )
    expect(calls.join()).not.toContain('/maps/distance')
    expect(car.queryByText('Estimated')).toBeNull()
    await user.click(car.getByRole('button', { name: 'Quick view of Tarn Ridge' }))
    await waitFor(() =>
      expect(calls).toContain(
        '/maps/distance?origin_lat=-11.41&origin_lng=65.21&destination_lat=-11.5&destination_lng=65.3',
      ),
    )
    await waitFor(() =>
      expect(calls.join()).toContain('/rental/vehicles/31?trip_type=distance_wise&distance=3.2&duration=420'),
    )
  })

  test('RNT-05 the page of a vehicle measures a trip by distance from its provider', async () => {
    const { calls } = openRental(
      '/rental/vehicle-details/tarn-ridge-anchor?trip_type=distance_wise&destination=Lighthouse&destination_at=-11.5,65.3',
    )
    await screen.findByRole('heading', { level: 1, name: 'Tarn Ridge' }, late)
    await waitFor(() =>
      expect(calls.join()).toContain(
        '/rental/vehicles/tarn-ridge-anchor?trip_type=distance_wise&distance=3.2&duration=420',
      ),
    )
  })

  test('RNT-04 RNT-05 the page of a vehicle stays if only its estimate does not load', async () => {
    const failed = vi.fn<() => void>()
    server.use(
      http.get<PathParams, never, VehicleView | ErrorBody>('*/rental/vehicles/:id', ({ request }) => {
        if (!new URL(request.url).searchParams.has('distance')) return HttpResponse.json(testVehicle)
        failed()
        return refusal('No.', 422)
      }),
    )
    const { queryClient } = openRental(
      '/rental/vehicle-details/tarn-ridge-anchor?trip_type=distance_wise&destination=Lighthouse&destination_at=-11.5,65.3',
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Tarn Ridge' }, late)).toBeVisible()
    await waitFor(() => expect(failed).toHaveBeenCalled(), late)
    await waitFor(() => expect(queryClient.isFetching()).toBe(0), late)
    expect(screen.getByRole('heading', { level: 1, name: 'Tarn Ridge' })).toBeVisible()
    expect(screen.getByRole('button', { name: /Rent This Car/ })).toBeVisible()
  })

  test('RNT-02 a link to the search switches to the rental module', async () => {
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    openRental('/rental/vehicle-search')
    await screen.findByRole('link', { name: 'Tarn Ridge' }, late)
    expect(currentScope().module?.id).toBe(15)
  })
})

test('BRW-02 the search suggests vehicles and providers, which open their pages', async () => {
  const { name, slug, provider } = testVehicle
  server.use(
    http.get('*/items/suggest', () =>
      HttpResponse.json<SuggestOutputBody>({
        suggestions: [
          { kind: 'provider', id: provider.id, slug: provider.slug, name: provider.name, image_full_url: '' },
          { kind: 'vehicle', id: testVehicle.id, slug, name, store_name: provider.name, image_full_url: '' },
        ],
      }),
    ),
  )
  const { history, user } = openRental('/rental/vehicle-search')
  for (const [option, page] of [
    [/^Anchor Car Hire\s*Provider$/, '/rental/provider-details/anchor-car-hire'],
    [/^Tarn Ridge\s*Anchor Car Hire$/, '/rental/vehicle-details/tarn-ridge-anchor?from=from_search'],
  ] as const) {
    const field = await screen.findByRole('combobox', { name: 'Search' })
    await user.clear(field)
    await user.type(field, 'an')
    await user.click(await screen.findByRole('option', { name: option }))
    await waitFor(() => expect(history.location.href).toBe(page))
  }
})
