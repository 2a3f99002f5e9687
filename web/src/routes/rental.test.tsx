import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type PathParams } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  AvailabilityOutputBody,
  CategoriesOutputBody,
  CategoryView,
  ErrorBody,
  ProvidersOutputBody,
  SuggestOutputBody,
  TripCartView,
  VehiclesOutputBody,
  VehicleView,
} from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { serverNow } from '@/lib/page/server-clock'
import { wallTime } from '@/lib/text/wall-time'
import { testBanner, testShop, wholeList } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule, testProvider, testVehicle } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { rentalZone as zone, serveRental, vehicles } from '@/test/rental-world'
import { emptyTrip, testTripCart } from '@/test/trip-fixtures'

vi.setConfig({ testTimeout: 20_000 })

const late = { timeout: 8000 }

const refusal = (message: string, status = 503, code?: string) =>
  HttpResponse.json<ErrorBody>({ errors: code ? [{ code, message }] : [], message }, { status })

beforeEach(serveRental)

function open(path: string, cart = emptyTrip) {
  const page = renderPage(path, { shop: { ...testShop, module: [rentalModule] } })
  server.use(http.get('*/rental/cart', () => HttpResponse.json<TripCartView>(cart)))
  return page
}
const title = (name: string) => screen.findByRole('heading', { level: 2, name }, late)
const card = async (name: string) => {
  const link = await screen.findByRole('link', { name }, late)
  return within(link.closest('article')!)
}

describe('the home of rental', () => {
  test('RNT-01 LOC-06 it is the home of a town whose default module is rental', async () => {
    write({ module: null })
    renderPage('/home', { shop: { ...testShop, module: [rentalModule], default_module_id: rentalModule.id } })
    expect(await screen.findByRole('form', { name: 'Your trip' }, late)).toBeVisible()
    expect(currentScope().module).toBeUndefined()
  })

  test('RNT-01 it has a search box, banners, categories, brands, best rated vehicles and providers', async () => {
    const { calls } = open('/home')
    expect(await screen.findByRole('form', { name: 'Your trip' }, late)).toBeVisible()
    await title(testBanner.title)
    expect(await screen.findByRole('link', { name: 'Family & SUV' })).toHaveAttribute(
      'href',
      '/rental/vehicle-search?categoryId=51',
    )
    expect(await screen.findByRole('link', { name: 'Tarn, 3 vehicles' })).toHaveAttribute(
      'href',
      '/rental/vehicle-search?brands=Tarn',
    )
    expect(await screen.findByRole('link', { name: 'Tarn Ridge' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/tarn-ridge-anchor?from=from_home',
    )
    expect(await screen.findByRole('link', { name: 'Anchor Car Hire' })).toHaveAttribute(
      'href',
      '/rental/provider-details/anchor-car-hire',
    )
    expect(calls).toEqual(
      expect.arrayContaining([
        '/rental/banners',
        '/rental/categories',
        '/rental/brands',
        '/rental/vehicles/top-rated?offset=1&limit=12',
        '/rental/providers?offset=1&limit=12',
      ]),
    )
    expect(calls.filter((call) => /^\/(banners|items|stores)/.test(call))).toEqual([])
  })

  test('RNT-01 an hourly trip goes into the address of the search, from the current place and for now', async () => {
    const { history, user } = open('/home')
    const hours = await screen.findByRole('textbox', { name: 'Hours' }, late)
    expect(screen.getByRole('combobox', { name: 'Pickup location' })).toHaveValue('Saffron Circus')
    await user.clear(hours)
    await user.type(hours, '0')
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    expect(hours).toHaveAccessibleDescription('Please enter whole hours, at least 1.')
    await user.clear(hours)
    await user.type(hours, '٣') // in any digits
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    await waitFor(() => expect(history.location.pathname).toBe('/rental/vehicle-search'))
    const query = Object.fromEntries(new URLSearchParams(history.location.search))
    expect(query).toEqual({
      trip_type: 'hourly',
      hours: '3',
      pickup: 'Saffron Circus',
      pickup_at: '-11.4,65.2',
    })
  })

  test('RNT-01 TRAP_D12 pickup and return are times of the zone, and the return is after the pickup', async () => {
    const { history, user } = open('/home')
    await user.click(await screen.findByRole('radio', { name: 'Later' }, late))
    const pickup = screen.getByLabelText('Date and time')
    const tomorrow = wallTime(serverNow() + 24 * 3_600_000, zone)
    expect(wallTime(serverNow() + 3_600_000, zone).slice(0, 13)).toBe((pickup as HTMLInputElement).value.slice(0, 13))
    fireEvent.change(pickup, { target: { value: tomorrow } })
    await user.click(screen.getByRole('radio', { name: 'Until a time' }))
    const until = screen.getByLabelText('Return time')
    fireEvent.change(until, { target: { value: wallTime(serverNow() + 3_600_000, zone) } })
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    expect(until).toHaveAccessibleDescription('The return must be after the pickup.')
    const end = wallTime(serverNow() + 26 * 3_600_000, zone)
    fireEvent.change(until, { target: { value: end } })
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    await waitFor(() => expect(history.location.search).toContain('trip_type=hourly'))
    const query = new URLSearchParams(history.location.search)
    expect([query.get('pickup_time'), query.get('until'), query.get('hours')]).toEqual([tomorrow, end, null])
  })

  test('RNT-01 RNT-12 a trip by distance needs a destination, which is kept on the device', async () => {
    server.use(
      http.get('*/maps/place-autocomplete', () =>
        HttpResponse.json({
          suggestions: [
            {
              placePrediction: {
                placeId: 'p1',
                structuredFormat: { mainText: { text: 'Lighthouse' }, secondaryText: { text: 'Harbour' } },
              },
            },
          ],
        }),
      ),
      http.get('*/maps/place-details', () =>
        HttpResponse.json({
          formattedAddress: 'Lighthouse, Harbour',
          location: { latitude: -11.42, longitude: 65.21 },
        }),
      ),
    )
    const { history, user, calls } = open('/home')
    await user.click(await screen.findByRole('radio', { name: 'Distance-wise' }, late))
    const destination = screen.getByRole('combobox', { name: 'Destination' })
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    expect(destination).toHaveAccessibleDescription('Please choose a destination.')
    await user.type(destination, 'light')
    await user.click(await screen.findByRole('option', { name: /Lighthouse/ }))
    await waitFor(() => expect(destination).toHaveValue('Lighthouse, Harbour'))
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    await waitFor(() => expect(history.location.search).toContain('trip_type=distance_wise'))
    expect(new URLSearchParams(history.location.search).get('destination_at')).toBe('-11.42,65.21')
    expect(localStorage.getItem('last_destinations')).toContain('Lighthouse, Harbour')
    await waitFor(() => expect(calls.join()).toContain('/rental/vehicles?trip_type=distance_wise&distance=3.2'))
  })

  test('RNT-12 the last five destinations are offered, and removed with the account', async () => {
    const place = (n: number) => ({ location: `Pier ${n}`, point: { lat: -11.4, lng: 65.2 } })
    write({ last_destinations: JSON.stringify([1, 2, 3, 4, 5, 6].map(place)) })
    open('/home')
    await title('Your last destinations')
    expect(screen.getAllByRole('link', { name: /^Pier/ })).toHaveLength(5)
    expect(screen.getByRole('link', { name: 'Pier 1' }).getAttribute('href')).toContain('destination=Pier+1')
  })

  test('RNT-01 a section that failed can be fetched again; if all failed there is one error', async () => {
    let answers = false
    server.use(
      http.get<never, never, ProvidersOutputBody | ErrorBody>('*/rental/providers', () =>
        answers
          ? HttpResponse.json<ProvidersOutputBody>({ providers: [testProvider], limit: 12, offset: 1, total_size: 1 })
          : refusal('The garage is shut.'),
      ),
    )
    const { user } = open('/home')
    const alert = within(await screen.findByRole('alert', {}, late))
    expect(alert.getByText('The garage is shut.')).toBeVisible()
    answers = true
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Anchor Car Hire' }, late)).toBeVisible()
  })
})

describe('the search of vehicles', () => {
  test('RNT-02 RNT-09 a card has what is documented', async () => {
    open('/rental/vehicle-search?all_category=1')
    const car = await card('Tarn Ridge')
    for (const words of ['Anchor Car Hire', '5 seats', 'SUV', 'AC', 'Automatic', 'Petrol', 'New Arrival', '10% off']) {
      expect(car.getByText(words)).toBeVisible()
    }
    expect(car.getByText('3 Vehicles available')).toBeVisible()
    expect(car.getByText('Start From')).toBeVisible()
    expect(car.getByText('/km')).toBeVisible()
    expect(car.getByText('$0.54')).toBeVisible()
    expect(car.getByText('$0.60').closest('s')).toBeVisible()
    expect(car.getByRole('img', { name: /Rated 4.5 out of 5, 12 reviews/ })).toBeVisible()
    const bicycle = await card('Spoke Dutchman')
    expect(bicycle.getByText('Non-AC')).toBeVisible()
    expect(bicycle.getByText('/hr')).toBeVisible()
    expect(bicycle.queryByRole('img', { name: /Rated/ })).toBeNull()
    expect(bicycle.queryByText(/off$|New Arrival/)).toBeNull()
  })

  test('RNT-02 category, filters, order and layout are in the address and the call', async () => {
    const { calls, history, user } = open('/rental/vehicle-search?categoryId=51&hours=x&seats=-3')
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
    const { calls } = open('/rental/vehicle-search?trip_type=hourly&hours=3&pickup_time=2027-01-31T15:30')
    const car = await card('Tarn Ridge')
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
    const { history, user } = open('/rental/vehicle-search?discounted=1')
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
    const { user } = open('/rental/vehicle-search')
    for (const name of ['Car 2', 'Car 3']) {
      await user.click(await screen.findByRole('button', { name: 'Show more' }, late))
      expect(await screen.findByRole('link', { name })).toBeVisible()
    }
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('RNT-02 a search of the header finds vehicles', async () => {
    const { calls, history } = open('/home?search=category&name=ridge')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vehicles for “ridge”' }, late)).toBeVisible()
    expect(history.location.href).toBe('/rental/vehicle-search?search=ridge')
    expect(calls).toContain('/rental/vehicles?search=ridge&offset=1&limit=20')
  })

  test('BRW-02 a link to the results of a category finds its vehicles', async () => {
    const { calls, history } = open('/home?search=category&id=51&module_id=15&name=Family')
    await waitFor(() => expect(history.location.href).toBe('/rental/vehicle-search?categoryId=51'), late)
    await waitFor(() => expect(calls).toContain('/rental/vehicles?category_id=51&offset=1&limit=20'), late)
  })

  test('BRW-02 the header’s search box looks for vehicles, and keeps the words', async () => {
    const { history, user } = open('/rental/vehicle-search')
    const box = await screen.findByRole('combobox', { name: 'Search' }, late)
    expect(box).toHaveAttribute('placeholder', 'Search vehicles and brands')
    await user.type(box, 'ridge{Enter}')
    await waitFor(() => expect(history.location.href).toBe('/rental/vehicle-search?search=ridge'))
    expect(box).toHaveValue('ridge')
  })

  test('RNT-01 vehicles are those that can be picked up where the trip begins', async () => {
    const { calls } = open(
      '/rental/vehicle-search?trip_type=hourly&hours=3&pickup=Hill&pickup_at=-11.2,65.4&sort=distance',
    )
    await screen.findByRole('link', { name: 'Tarn Ridge' }, late)
    expect(calls).toContain(
      '/rental/vehicles?trip_type=hourly&estimated_hours=3&pickup_lat=-11.2&pickup_lng=65.4&sort=distance&offset=1&limit=20',
    )
  })

  test('RNT-05 a trip by distance without a pickup has an estimate only where the provider is known', async () => {
    const { calls, user } = open(
      '/rental/vehicle-search?trip_type=distance_wise&destination=Lighthouse&destination_at=-11.5,65.3',
    )
    const car = await card('Tarn Ridge')
    expect(calls).toContain('/rental/vehicles?trip_type=distance_wise&offset=1&limit=20')
    expect(calls.join()).not.toContain('/maps/distance')
    expect(car.queryByText('Estimated')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Free for this trip' }))
    await waitFor(() =>
      expect(calls).toContain('/rental/vehicles?trip_type=distance_wise&available=true&offset=1&limit=20'),
    )
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
    const { calls } = open(
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
    const { queryClient } = open(
      '/rental/vehicle-details/tarn-ridge-anchor?trip_type=distance_wise&destination=Lighthouse&destination_at=-11.5,65.3',
    )
    await waitFor(() => expect(failed).toHaveBeenCalled(), late)
    await waitFor(() => expect(queryClient.isFetching()).toBe(0), late)
    expect(screen.getByRole('heading', { level: 1, name: 'Tarn Ridge' })).toBeVisible()
    expect(screen.getByRole('button', { name: /Rent This Car/ })).toBeVisible()
  })

  test('RNT-02 a link to the search switches to the rental module', async () => {
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    open('/rental/vehicle-search')
    await screen.findByRole('link', { name: 'Tarn Ridge' }, late)
    expect(currentScope().module?.id).toBe(15)
  })
})

describe('a vehicle', () => {
  test('RNT-03 the quick view has pictures, a short description, facts, both prices and the booking bar', async () => {
    const { user } = open('/rental/vehicle-search')
    await user.click((await card('Tarn Ridge')).getByRole('button', { name: 'Quick view of Tarn Ridge' }))
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
    open('/rental/vehicle-details/tarn-ridge-anchor?from=from_search')
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
    open('/rental/vehicle-details/tarn-ridge-anchor', testTripCart)
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
    open('/rental/vehicle-details/tarn-ridge-anchor')
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
    open('/rental/vehicle-details/nothing')
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' }, late)).toBeVisible()
  })

  test('RNT-04 a provider’s page has its facts and its vehicles', async () => {
    const { calls } = open('/rental/provider-details/anchor-car-hire')
    expect(await screen.findByRole('heading', { level: 1, name: 'Anchor Car Hire' }, late)).toBeVisible()
    expect(screen.getByText(testProvider.address)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Spoke Dutchman' })).toHaveAttribute(
      'href',
      '/rental/vehicle-details/spoke-dutchman-anchor?from=from_provider',
    )
    expect(calls).toContain('/rental/providers/anchor-car-hire/vehicles?offset=1&limit=20')
  })
})

describe('the lists of rental', () => {
  const familyCars: CategoryView = {
    id: 51,
    slug: 'family-cars',
    name: 'Family & SUV',
    image_full_url: '',
    module_id: rentalModule.id,
    parent_id: 0,
    featured: 1,
    item_count: 0,
    childes: [],
  }
  const toFamilyCars = '/rental/vehicle-search?categoryId=51'

  test('RNT-01 BRW-03 categories and suggestions of categories lead to the vehicles', async () => {
    server.use(
      http.get('*/categories', () => HttpResponse.json<CategoriesOutputBody>(wholeList({ categories: [familyCars] }))),
      http.get('*/items/suggest', () =>
        HttpResponse.json({ suggestions: [{ ...familyCars, kind: 'category', image_full_url: '' }] }),
      ),
    )
    const { history, user } = open('/categories')
    expect(await screen.findByRole('link', { name: 'Family & SUV' }, late)).toHaveAttribute('href', toFamilyCars)
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'fam')
    await user.click(await screen.findByRole('option', { name: /Family & SUV/ }, late))
    await waitFor(() => expect(history.location.href).toBe(toFamilyCars))
  })

  test('RNT-01 a category’s own address leads to its vehicles, from another module too', async () => {
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    server.use(http.get('*/categories/:id', () => HttpResponse.json<CategoryView>(familyCars)))
    const { history } = open('/category/family-cars')
    expect(await screen.findByRole('heading', { level: 1, name: 'Family & SUV' }, late)).toBeVisible()
    expect(history.location.href).toBe(toFamilyCars)
    expect(currentScope().module?.id).toBe(rentalModule.id)
  })

  test.each([
    ['popular', 'Popular providers'],
    ['latest', 'New providers'],
  ])('RNT-01 RNT-10 the %s providers are listed in pages', async (type, name) => {
    server.use(
      http.get('*/rental/providers', ({ request }) => {
        const offset = Number(new URL(request.url).searchParams.get('offset'))
        return HttpResponse.json<ProvidersOutputBody>({
          providers: [{ ...testProvider, id: offset, name: `Owner ${offset}` }],
          limit: 12,
          offset,
          total_size: 13,
        })
      }),
    )
    const { calls, user } = open(`/store/${type}`)
    expect(await screen.findByRole('heading', { level: 1, name }, late)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Owner 2' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(calls).toContain(`/rental/providers?type=${type}&offset=2&limit=12`)
    expect(calls.join()).not.toContain('/stores')
  })

  test('HDR-05 RNT-01 the menu and the home lead to the providers', async () => {
    const { user } = open('/home')
    expect(await screen.findByRole('link', { name: 'See all: Who rents them out' }, late)).toHaveAttribute(
      'href',
      '/store/popular',
    )
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }, late))
    expect(drawer.getByRole('heading', { name: 'Popular providers' })).toBeVisible()
    expect((await drawer.findAllByRole('link', { name: 'Anchor Car Hire' }))[0]).toHaveAttribute(
      'href',
      '/rental/provider-details/anchor-car-hire',
    )
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
  const { history, user } = open('/rental/vehicle-search')
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
