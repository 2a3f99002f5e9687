import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CategoriesOutputBody, CategoryView, ErrorBody, ProvidersOutputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { serverNow } from '@/lib/page/server-clock'
import { wallTime } from '@/lib/text/wall-time'
import { testBanner, testShop, wholeList } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { rentalModule, testProvider } from '@/test/rental-fixtures'
import { late, openRental, refusal, title } from '@/test/rental-page'
import { server } from '@/test/server'
import { rentalZone as zone, serveRental } from '@/test/rental-world'

vi.setConfig({ testTimeout: 20_000 })
beforeEach(serveRental)

describe('the home of rental', () => {
  test('RNT-01 LOC-06 it is the home of a town whose default module is rental', async () => {
    write({ module: null })
    renderPage('/home', { shop: { ...testShop, module: [rentalModule], default_module_id: rentalModule.id } })
    expect(await screen.findByRole('form', { name: 'Your trip' }, late)).toBeVisible()
    expect(currentScope().module).toBeUndefined()
  })

  test('RNT-01 it has a search box, banners, categories, brands, best rated vehicles and providers', async () => {
    const { calls } = openRental('/home')
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
    const { history, user } = openRental('/home')
    const hours = await screen.findByRole('textbox', { name: 'Hours' }, late)
    expect(screen.getByRole('combobox', { name: 'Pickup location' })).toHaveValue('Saffron Circus')
    await user.clear(hours)
    await user.type(hours, '0')
    await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
    expect(hours).toHaveAccessibleDescription('Please enter whole hours from 1 to 8760.')
    await user.clear(hours)
    await user.type(hours, '٣') // in any digits
    expect(hours).not.toBeInvalid()
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
    const { history, user } = openRental('/home')
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
    fireEvent.change(until, { target: { value: '' } }) // as a browser reports a time that is half typed
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
    const { history, user, calls } = openRental('/home')
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
    openRental('/home')
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
    const { user } = openRental('/home')
    const alert = within(await screen.findByRole('alert', {}, late))
    expect(alert.getByText('The garage is shut.')).toBeVisible()
    answers = true
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Anchor Car Hire' }, late)).toBeVisible()
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
    const { history, user } = openRental('/categories')
    expect(await screen.findByRole('link', { name: 'Family & SUV' }, late)).toHaveAttribute('href', toFamilyCars)
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'fam')
    await user.click(await screen.findByRole('option', { name: /Family & SUV/ }, late))
    await waitFor(() => expect(history.location.href).toBe(toFamilyCars))
  })

  test('RNT-01 a category’s own address leads to its vehicles, from another module too', async () => {
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    server.use(http.get('*/categories/:id', () => HttpResponse.json<CategoryView>(familyCars)))
    const { history } = openRental('/category/family-cars')
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
    const { calls, user } = openRental(`/store/${type}`)
    expect(await screen.findByRole('heading', { level: 1, name }, late)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Owner 2' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(calls).toContain(`/rental/providers?type=${type}&offset=2&limit=12`)
    expect(calls.join()).not.toContain('/stores')
  })

  test('HDR-05 RNT-01 the menu and the home lead to the providers', async () => {
    const { user } = openRental('/home')
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
