import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { Customer } from './customer.ts'
import { Guest } from './guest.ts'
import { anyVehicle, rent, vehicleOf } from './rental.ts'
import { button, dialog, inDialog, main, type Screen } from './screen.ts'
import { behind } from './screens-account.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

/** Two vehicles of a provider, one of which is rented by the hour only. */
async function withTrip(api: TownAPI): Promise<Visit> {
  const hourly = await vehicleOf(api, 'vehicle by the hour only', ({ trip_distance }) => trip_distance === 0)
  const both = await anyVehicle(api, ({ provider }) => provider.id === hourly.provider.id)
  const guest = await Guest.create(api)
  const { location, point } = await api.place()
  await rent(api, guest, hourly)
  await rent(api, guest, both, {
    rental_type: 'hourly',
    estimated_hours: 3,
    destination_location: { location_name: location, ...point },
  })
  const last = [{ location: 'Lighthouse Road 1, Port Saffron', point }]
  return { module: 'rental', stored: { ...guest.stored(), last_destinations: JSON.stringify(last) } }
}

async function withWishes(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const vehicle = await anyVehicle(api)
  const send = (path: string) => api.send('POST', path, undefined, 'rental', customer.token)
  await send(`/wishlist?vehicle_id=${vehicle.id}`)
  await send(`/wishlist?provider_id=${vehicle.provider.id}`)
  return { module: 'rental', stored: customer.stored() }
}

/** On phones it is in the tab bar, too, which is the last of the two. */
const openDrawer = async (page: Page) => {
  await page.locator('button[aria-haspopup=dialog]:has(.tabler-icon-car):visible').first().click()
  await dialog(page).locator('output, button:has(.tabler-icon-trash)').first().waitFor()
}

const openForm = async (page: Page) => {
  await main(page).locator('button[aria-haspopup=dialog]:has(.tabler-icon-pencil)').click()
  await dialog(page).waitFor()
}

/** The screens of the trip cart. */
export const tripCartScreens: readonly Screen[] = [
  {
    name: 'trip-cart',
    state: 'loaded',
    before: withTrip,
    path: () => '/rental/cart',
    action: button('Edit'),
    waits: /rental\/cart/,
  },
  {
    name: 'trip-cart',
    state: 'empty',
    before: async () => ({ module: 'rental' }),
    path: () => '/rental/cart',
    action: button('Find a vehicle'),
  },
  {
    name: 'trip-cart',
    state: 'drawer',
    before: withTrip,
    path: () => behind,
    open: openDrawer,
    action: inDialog('Proceed'),
  },
  {
    name: 'trip-cart',
    state: 'edit',
    before: withTrip,
    path: () => '/rental/cart',
    open: openForm,
    action: inDialog('Update trip'),
  },
  {
    name: 'trip-cart',
    state: 'edit-later',
    before: withTrip,
    path: () => '/rental/cart',
    open: async (page) => {
      await openForm(page)
      await choose(dialog(page).locator('input[name=trip-type][value=distance_wise]'))
      await choose(dialog(page).locator('input[name=pickup-time][value=later]'))
    },
    action: inDialog('Update trip'),
  },
  {
    name: 'trip-cart',
    state: 'conflicts',
    before: withTrip,
    path: () => '/rental/cart',
    open: async (page) => {
      await openForm(page)
      await choose(dialog(page).locator('input[name=trip-type][value=distance_wise]'))
      await dialog(page).locator('button').last().click()
      await dialog(page).getByRole('listitem').waitFor()
    },
    action: inDialog('Remove & Continue'),
    consoleError: /409/,
  },
  {
    name: 'trip-cart',
    state: 'clear',
    before: withTrip,
    path: () => '/rental/cart',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]:has(.tabler-icon-trash)').first().click()
      await dialog(page).waitFor()
    },
    action: inDialog('Yes'),
  },
  {
    name: 'wishlist',
    state: 'vehicles',
    before: withWishes,
    path: () => '/rental/cart',
    open: openWishlist,
    action: inDialog(/\bRent /),
  },
]

/** From the header, and on phones from the menu. */
async function openWishlist(page: Page) {
  const icon = page.getByRole('banner').locator('button[aria-haspopup=dialog]:has(.tabler-icon-heart)')
  if (await icon.isVisible()) await icon.click()
  else {
    await page.getByRole('banner').locator('button:has(.tabler-icon-menu-2)').click()
    await dialog(page).locator('button:has(.tabler-icon-heart)').click()
  }
  await dialog(page).getByRole('tab').first().waitFor()
}
