import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { Customer } from './customer.ts'
import { button, dialog, inDialog, main, tab, type Screen } from './screen.ts'
import { addRider, addVendor, admin, Staff } from './staff.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

const comment = 'Hot, and more than enough'

/** An order that a rider has brought to a customer. */
async function delivered(api: TownAPI) {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { reviews_enabled }) => reviews_enabled)
  const { id } = await customer.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  const vendor = await Staff.signIn(api, await addVendor(api, store))
  await vendor.move(id, 'confirmed', 'processing', 'handover')
  const owner = await Staff.signIn(api, admin)
  const rider = await Staff.signIn(api, await addRider(api, (await owner.find(id)).store.zone_id))
  await rider.accept(id)
  await rider.move(id, 'picked_up', 'delivered')
  const review = () => customer.send('POST', `/orders/${id}/reviews`, { items: [{ item_id: item.id, rating: 4, comment }] })
  return { customer, vendor, id, review }
}

async function asCustomer(api: TownAPI): Promise<Visit> {
  const { customer, id } = await delivered(api)
  return { module: 'food', stored: customer.stored(), orderId: id }
}

async function asReviewer(api: TownAPI): Promise<Visit> {
  const { customer, id, review } = await delivered(api)
  await review()
  return { module: 'food', stored: customer.stored(), orderId: id }
}

async function asVendor(api: TownAPI): Promise<Visit> {
  const { vendor, review } = await delivered(api)
  await review()
  return { stored: vendor.stored() }
}

const orderPath = (_: TownAPI, { orderId }: Visit) => `/order/${orderId}`

/** Opens the reviews, and waits for the first. */
async function openReviews(page: Page) {
  await tab(page, 'reviews').click()
  await main(page).locator('li').first().waitFor()
}

/** The screens of reviews: of the customer, of everybody and of the store. */
export const reviewScreens: readonly Screen[] = [
  { name: 'review', state: 'asked', before: asCustomer, path: orderPath, action: button('Rate your order') },
  {
    name: 'review',
    state: 'dialog',
    before: asCustomer,
    path: orderPath,
    open: async (page) => {
      await main(page).locator('section button[aria-haspopup=dialog]').first().click()
      await choose(dialog(page).getByRole('radio').nth(3))
      await dialog(page).locator('textarea').first().waitFor()
    },
    action: inDialog('Send'),
  },
  { name: 'review', state: 'given', before: asReviewer, path: orderPath, action: button('Rate the rest') },
  {
    name: 'store-reviews',
    state: 'loaded',
    path: async (api) => {
      const { store } = await api.simple((_, each) => each.reviews_enabled && each.rating_count > 0)
      return `/store/${store.slug}?module_id=${store.module_id}`
    },
    open: async (page) => {
      await main(page).locator('h1 ~ * button[aria-haspopup=dialog], header button[aria-haspopup=dialog]').first().click()
      await dialog(page).locator('li').first().waitFor()
    },
    action: inDialog('Close'),
  },
  {
    name: 'desk',
    state: 'reviews',
    before: asVendor,
    path: () => '/desk',
    open: openReviews,
    action: button('Reply'),
  },
  {
    name: 'desk',
    state: 'reply',
    before: asVendor,
    path: () => '/desk',
    open: async (page) => {
      await openReviews(page)
      await main(page).locator('li button').first().click()
      await main(page).locator('textarea').waitFor()
    },
    action: button('Send reply'),
  },
]
