import type { Page } from '@playwright/test'
import { Customer } from './customer.ts'
import { admin, Staff } from './staff.ts'
import { behind } from './screens-account.ts'
import { button, dialog, inDialog, main, type Screen } from './screen.ts'
import type { TownAPI } from './town-api.ts'
import type { Visit } from './storage.ts'

const asCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

async function withVerifiedContacts(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await customer.verify('phone')
  await customer.verify('email')
  return { stored: customer.stored() }
}

/** Somebody with a home, an office and a place of their own word. */
async function createWithAddresses(api: TownAPI): Promise<Customer> {
  const customer = await Customer.signUp(api)
  const { point } = await api.place()
  await customer.saveAddress({ address_type: 'other', address_label: 'Aunt Suri', address: '3 Mill Ring', latitude: point.lat + 0.002 })
  await customer.saveAddress({ address_type: 'office', address: '40 Rope Lane', floor: '4', longitude: point.lng + 0.002 })
  await customer.saveAddress({ house: '12', road: 'Rope Lane', floor: '2', additional_information: 'The blue door' })
  return customer
}

const withAddresses = async (api: TownAPI): Promise<Visit> => ({ stored: (await createWithAddresses(api)).stored() })

/** A customer with a cart, at home or without a saved address. */
async function withCart(api: TownAPI, customer: Customer): Promise<Visit> {
  const { item, store } = await api.dish()
  await customer.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  return { stored: customer.stored() }
}

const withCartAndAddresses = async (api: TownAPI) => withCart(api, await createWithAddresses(api))
const withCartOnly = async (api: TownAPI) => withCart(api, await Customer.signUp(api))

/** Somebody with two orders for later, one of which the shop has canceled. */
async function withNotifications(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const quantity = Math.ceil(store.minimum_order / item.price) + 1
  const { id } = await customer.buyLater(item, quantity)
  const { token } = await Staff.signIn(api, admin)
  const refusal = { status: 'canceled', reason: 'The kitchen has run out of rice, and more comes only tomorrow.' }
  await api.send('POST', `/admin/orders/${id}/status`, refusal, undefined, token)
  await customer.buyLater(item, quantity)
  return { stored: customer.stored() }
}

async function openBell(page: Page) {
  await page.getByRole('banner').locator('button:has(.tabler-icon-bell)').click()
  await dialog(page).waitFor()
}

/** Opens what the button in the page's content opens, by its place among those that open something. */
const openNth = (nth: number) => async (page: Page) => {
  await main(page).locator('button[aria-haspopup=dialog]').nth(nth).click()
  await dialog(page).waitFor()
}

async function openAddress(page: Page) {
  await main(page).locator('h1 ~ button').first().click()
  await dialog(page).locator('form').waitFor()
  await dialog(page).locator('canvas').waitFor()
}

async function openPlaces(page: Page) {
  await page.locator('button[data-lines]:visible').click()
  await dialog(page).waitFor()
}

/** A picture of the page's own making, with a middle to look for. */
async function photo(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 420
    const paper = canvas.getContext('2d')!
    const sky = paper.createLinearGradient(0, 0, 640, 420)
    sky.addColorStop(0, '#ffc53d')
    sky.addColorStop(1, '#0b7a4b')
    paper.fillStyle = sky
    paper.fillRect(0, 0, 640, 420)
    paper.fillStyle = 'white'
    paper.arc(320, 210, 110, 0, 7)
    paper.fill()
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(data, 'base64')
}

async function openCrop(page: Page) {
  await openNth(0)(page)
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await photo(page) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await dialog(page).locator('input[type=range]').waitFor()
}

/** What a customer keeps of themselves, and the places they have things brought to. */
export const profileScreens: readonly Screen[] = [
  {
    name: 'account',
    state: 'loaded',
    before: asCustomer,
    path: () => '/account',
    action: button('Logout'),
    waits: /customer\/info/,
  },
  { name: 'account', state: 'guest', path: () => '/account', action: button('Sign In') },
  {
    name: 'profile',
    state: 'loaded',
    before: asCustomer,
    path: () => '/profile?page=profile-settings',
    action: button('Update Profile'),
    waits: /customer\/info/,
  },
  { name: 'profile', state: 'verified', before: withVerifiedContacts, path: () => '/profile', action: button('Update Profile') },
  {
    name: 'profile',
    state: 'confirming',
    before: asCustomer,
    path: () => '/profile',
    open: async (page) => {
      for (const field of await main(page).locator('input[autocomplete=new-password]').all()) await field.fill('harbour-lantern-7')
      await main(page).locator('button[type=submit]').click()
      await main(page).locator('input[autocomplete=current-password][aria-invalid=true]').waitFor()
    },
    action: (page) => main(page).getByLabel('Current password'),
  },
  { name: 'profile', state: 'guest', path: () => '/profile', action: button('Sign In') },
  { name: 'profile-photo', state: 'loaded', before: asCustomer, path: () => '/profile', open: openNth(0), action: inDialog(/\bChoose a photo/) },
  { name: 'profile-photo', state: 'crop', before: asCustomer, path: () => '/profile', open: openCrop, action: inDialog('Use this photo') },
  {
    name: 'settings',
    state: 'loaded',
    before: asCustomer,
    path: () => '/settings',
    // The switch for this device comes late. A headless browser blocks notifications, and the switch says so.
    open: (page) => main(page).locator('input[name=device]').waitFor(),
    action: button('Delete account'),
    waits: /customer\/sessions/,
  },
  { name: 'settings', state: 'guest', path: () => '/settings', action: (page) => main(page).getByRole('radio', { checked: true }) },
  {
    name: 'delete-account',
    state: 'loaded',
    before: asCustomer,
    path: () => '/settings',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await dialog(page).waitFor()
    },
    action: inDialog('Delete'),
  },
  {
    name: 'delete-account',
    state: 'refused',
    before: asCustomer,
    path: () => '/settings',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await dialog(page).locator('input[autocomplete=current-password]').fill('not-my-password')
      await dialog(page).locator('button').last().click()
      await dialog(page).locator('[aria-invalid=true]').waitFor()
    },
    action: inDialog('Delete'),
    consoleError: /422/,
  },
  {
    name: 'notifications',
    state: 'loaded',
    before: withNotifications,
    path: () => behind,
    open: openBell,
    action: inDialog('Mark all as read'),
    waits: /notifications/,
  },
  { name: 'notifications', state: 'empty', before: asCustomer, path: () => behind, open: openBell },
  { name: 'interest', state: 'loaded', before: asCustomer, path: () => '/interest', action: button(/./), waits: /categories/ },
  {
    name: 'addresses',
    state: 'loaded',
    before: withAddresses,
    path: () => '/profile?page=addresses',
    action: button('Add Address'),
    waits: /customer\/addresses/,
  },
  { name: 'addresses', state: 'empty', before: asCustomer, path: () => '/profile?page=addresses', action: button('Add Address') },
  {
    name: 'address',
    state: 'loaded',
    map: true,
    before: withAddresses,
    path: () => '/profile?page=addresses',
    open: openAddress,
    action: inDialog(/\b(Add|Update) Address/),
  },
  { name: 'checkout-customer', state: 'loaded', before: withCartAndAddresses, path: () => '/checkout?page=cart', action: button('Change address') },
  { name: 'checkout-customer', state: 'unsaved', before: withCartOnly, path: () => '/checkout?page=cart', action: button('View Saved Address') },
  {
    name: 'saved-addresses',
    state: 'loaded',
    before: withCartAndAddresses,
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await main(page).locator('section button[aria-haspopup=dialog]:not([aria-label])').first().click()
      await dialog(page).getByRole('radio').first().waitFor()
    },
    action: inDialog('Cancel'),
  },
  {
    name: 'saved-addresses',
    state: 'empty',
    before: withCartOnly,
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await main(page).locator('section button[aria-haspopup=dialog]:not([aria-label])').first().click()
      await dialog(page).locator('h2').nth(1).waitFor()
    },
    action: inDialog('Add Address'),
  },
  { name: 'places', state: 'loaded', before: withAddresses, path: () => behind, open: openPlaces, action: inDialog('Pick from map') },
  { name: 'places', state: 'empty', before: asCustomer, path: () => behind, open: openPlaces, action: inDialog('Pick from map') },
]
