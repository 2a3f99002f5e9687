import type { Page } from '@playwright/test'
import { Guest } from './guest.ts'
import { destinations, parcelCategories, sendParcel } from './parcel.ts'
import { button, firstCard, main, type Screen } from './screen.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

const inParcel = async (): Promise<Visit> => ({ module: 'parcel' })

const remembering = (last_destinations: object): Visit => ({
  module: 'parcel',
  stored: { last_destinations: JSON.stringify(last_destinations) },
})

const formPath = async (api: TownAPI) => `/parcel/send?category=${(await parcelCategories(api))[1]!.id}`

/** The field for the place to which it goes. */
const receiver = (page: Page) => main(page).getByRole('combobox').nth(1)

/** Takes the last destination for the receiver's place. */
async function chooseLast(page: Page) {
  await receiver(page).click()
  await main(page).getByRole('option').first().click()
}

/** A parcel that a guest has sent, with the link for its receiver. */
async function withParcel(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { order, tracking_token: token } = await sendParcel(api, guest)
  const stored = { ...guest.stored(), guest_orders: JSON.stringify([{ id: order.id, token }]) }
  return { module: 'parcel', stored, orderId: order.id, link: `/order/${order.id}?follow=1#token=${order.follow_token}` }
}

/** The screens of parcels. */
export const parcelScreens: readonly Screen[] = [
  {
    name: 'parcel-home',
    state: 'loaded',
    before: inParcel,
    path: () => '/home',
    action: firstCard,
    waits: /parcel\/categories/,
  },
  {
    name: 'parcel-home',
    state: 'nothing-found',
    before: inParcel,
    path: () => '/home?search=category&name=elephant',
  },
  {
    name: 'parcel-form',
    state: 'empty',
    before: inParcel,
    path: () => '/parcel/send',
    action: receiver,
    waits: /parcel\/categories/,
  },
  {
    name: 'parcel-form',
    state: 'priced',
    before: async (api) => remembering((await destinations(api)).slice(0, 5)),
    path: formPath,
    open: async (page) => {
      await chooseLast(page)
      await main(page).locator('dl [data-code=total]').waitFor()
    },
    action: button(/\bSend parcel/),
  },
  {
    name: 'parcel-form',
    state: 'out-of-zone',
    before: async () => remembering([{ location: 'Far Reef', point: { lat: -11.9, lng: 65.9 } }]),
    path: formPath,
    open: async (page) => {
      await chooseLast(page)
      await main(page).getByRole('alert').first().waitFor()
    },
    action: button('Please look at what is marked first.'),
  },
  {
    name: 'parcel',
    state: 'loaded',
    before: withParcel,
    path: (_, { orderId }) => `/order/${orderId}`,
    waits: /orders\/\d+/,
  },
  {
    name: 'parcel-follow',
    state: 'loaded',
    before: withParcel,
    path: (_, { link }) => link!,
    waits: /orders\/\d+\/follow/,
  },
  {
    name: 'parcel-follow',
    state: 'unknown',
    before: inParcel,
    path: () => '/order/999999?follow=1#token=not-the-right-token',
    consoleError: /404/,
  },
]
