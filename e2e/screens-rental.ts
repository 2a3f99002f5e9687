import type { VehiclesOutputBody } from '../web/src/lib/api/types.gen.ts'
import { choose } from './choose.ts'
import { button, dialog, firstCard, inDialog, link, main, type Screen } from './screen.ts'
import type { TownAPI } from './town-api.ts'

const inRental = async () => ({ module: 'rental' })

/** A vehicle of the middle of town. */
async function vehicle(api: TownAPI) {
  const headers = { zoneid: JSON.stringify((await api.place()).zoneIds), moduleId: String((await api.module('rental')).id) }
  const { vehicles } = await api.get<VehiclesOutputBody>('/rental/vehicles?limit=50', headers)
  return vehicles.find(({ trip_hourly, trip_distance }) => trip_hourly && trip_distance)!
}

/** The screens of rental. */
export const rentalScreens: readonly Screen[] = [
  {
    name: 'rental-home',
    state: 'loaded',
    before: inRental,
    path: () => '/home',
    action: button('Search vehicles'),
    waits: /rental\/(vehicles|providers|banners|categories|brands)/,
  },
  {
    name: 'rental-home',
    state: 'by-distance',
    before: async () => ({
      module: 'rental',
      stored: { last_destinations: '[{"location":"Lighthouse Road 1, Port Saffron","point":{"lat":-11.4,"lng":65.2}}]' },
    }),
    path: () => '/home',
    open: (page) => choose(main(page).locator('input[value=distance_wise]')),
    action: button('Search vehicles'),
  },
  {
    name: 'vehicle-search',
    state: 'loaded',
    before: inRental,
    path: () => '/rental/vehicle-search?all_category=1&trip_type=hourly&hours=3',
    action: firstCard,
    waits: /rental\/vehicles/,
  },
  {
    name: 'vehicle-search',
    state: 'rows',
    before: inRental,
    path: () => '/rental/vehicle-search?layout=rows&discounted=1',
    action: firstCard,
  },
  {
    name: 'vehicle-search',
    state: 'empty',
    before: inRental,
    path: () => '/rental/vehicle-search?seats=99',
    action: button('Clear all filters'),
  },
  {
    name: 'vehicle-filters',
    state: 'loaded',
    before: inRental,
    path: () => '/rental/vehicle-search?seats=5',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]:has(.tabler-icon-adjustments-horizontal)').click()
      await dialog(page).waitFor()
    },
    action: inDialog(/\bShow /),
  },
  {
    name: 'quick-view',
    state: 'loaded',
    before: inRental,
    path: () => '/rental/vehicle-search?trip_type=hourly&hours=3',
    open: async (page) => {
      await main(page).locator('button:has(.tabler-icon-eye)').first().click()
      await dialog(page).waitFor()
    },
    action: inDialog(/\bRent/),
  },
  {
    name: 'vehicle',
    state: 'loaded',
    before: inRental,
    path: async (api) => `/rental/vehicle-details/${(await vehicle(api)).slug}?from=from_search&trip_type=hourly&hours=3`,
    action: button(/\bRent/),
    waits: /rental\/vehicles\//,
  },
  {
    name: 'vehicle',
    state: 'unknown',
    before: inRental,
    path: () => '/rental/vehicle-details/no-such-vehicle',
    action: link('Browse shops'),
    consoleError: /404/,
  },
  {
    name: 'provider',
    state: 'loaded',
    before: inRental,
    path: async (api) => `/rental/provider-details/${(await vehicle(api)).provider.slug}`,
    action: firstCard,
    waits: /rental\/providers\//,
  },
  {
    name: 'provider-list',
    state: 'loaded',
    before: inRental,
    path: () => '/store/popular',
    action: firstCard,
    waits: /rental\/providers/,
  },
]
