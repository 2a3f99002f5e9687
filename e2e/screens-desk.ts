import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { Customer } from './customer.ts'
import { Guest } from './guest.ts'
import { bookTrip, pastTripOfGuest } from './screens-trip.ts'
import { addRenter, addRider, addVendor, admin, Staff } from './staff.ts'
import type { Visit } from './storage.ts'
import { dialog, inDialog, main, tab, type Screen } from './screen.ts'
import { tripPaidByBank } from './screens-trip.ts'
import { withProblems } from './problems.ts'
import type { TownAPI } from './town-api.ts'

/** A button with exactly this name, as it is or in the pseudo-language. */
const button = (name: string) => (page: Page) =>
  main(page).getByRole('button', { name: new RegExp(`^\\u202e?${name}~*\\u202c?$`) }).first()

const path = () => '/desk'

/** Orders of a store in every status that is under way, and one for later. */
async function placeOrders(api: TownAPI) {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const quantity = Math.ceil(store.minimum_order / item.price) + 1
  const vendor = await Staff.signIn(api, await addVendor(api, store))
  const place = async (...statuses: string[]) => {
    const { id } = await guest.buy(item, quantity)
    await vendor.move(id, ...statuses)
    return id
  }
  await guest.buy(item, quantity, { later: true })
  const fresh = await place()
  await place('confirmed')
  await place('confirmed', 'processing')
  const ready = await place('confirmed', 'processing', 'handover')
  return { vendor, fresh, ready }
}

const asVendor = async (api: TownAPI): Promise<Visit> => ({ stored: (await placeOrders(api)).vendor.stored() })

async function asRider(api: TownAPI): Promise<Visit> {
  const { ready } = await placeOrders(api)
  const owner = await Staff.signIn(api, admin)
  const rider = await Staff.signIn(api, await addRider(api, (await owner.find(ready)).store.zone_id))
  await rider.accept(ready)
  return { stored: rider.stored() }
}

/** A vendor of a store that nobody has ordered from. */
async function asIdleVendor(api: TownAPI): Promise<Visit> {
  const store = (await api.stores('pharmacy'))[0]!
  return { stored: (await Staff.signIn(api, await addVendor(api, store))).stored() }
}

/** A delivered order whose refund is requested, refused or given. */
async function withRefund(api: TownAPI, answer?: { approve: boolean; reason: string }) {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const { id } = await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  const owner = await Staff.signIn(api, admin)
  await owner.deliver(id)
  const { lines } = await owner.find(id)
  if (answer !== undefined) {
    await guest.askForRefund(id, [{ line_id: lines[0]!.id, quantity: 1 }])
    await owner.decideRefund(id, answer)
  }
  return { guest, owner, id, lines }
}

const asAdmin = async (api: TownAPI): Promise<Visit> => {
  const { guest, owner, id, lines } = await withRefund(api)
  await guest.askForRefund(id, [{ line_id: lines[0]!.id, quantity: 1 }])
  return { stored: owner.stored() }
}

/** An order that is paid by bank transfer, and what the shopper and the admin have said about it. */
async function withPayment(api: TownAPI, said?: 'sent' | 'refused' | 'paid') {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const { id } = await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1, { bank: true })
  const owner = await Staff.signIn(api, admin)
  if (said) await guest.sendPayment(id)
  if (said === 'refused' || said === 'paid') await owner.decidePayment(id, said === 'paid')
  return { guest, owner, id }
}

/** An admin with payments of an order and a trip to check, and others to pay back. */
const asCashier = async (api: TownAPI): Promise<Visit> => {
  await withPayment(api, 'sent')
  await tripPaidByBank(api)
  const { owner, id } = await withPayment(api, 'paid')
  await owner.move(id, 'canceled')
  const trip = await tripPaidByBank(api)
  await owner.decidePayment(trip.id, true)
  await owner.moveTrip(trip.id, 'canceled')
  return { stored: owner.stored() }
}

/** An admin with a held charge and a failed refund. */
const asTreasurer = async (api: TownAPI): Promise<Visit> => ({ stored: (await withProblems(api)).owner.stored() })

/** A vendor of a provider with a new trip and a confirmed one of its vehicles. */
const asRenter = async (api: TownAPI): Promise<Visit> => {
  const customer = await Customer.signUp(api)
  const trip = await bookTrip(api, customer, { note: 'A child seat, please' })
  const renter = await Staff.signIn(api, await addRenter(api, trip))
  await renter.moveTrip(trip.id, 'confirmed')
  await renter.approveLicence(trip.id)
  await bookTrip(api, await Customer.signUp(api))
  return { stored: renter.stored() }
}

/** A vendor of a provider that nobody has booked a vehicle of. */
const asIdleRenter = async (api: TownAPI): Promise<Visit> => ({
  stored: (await Staff.signIn(api, await addRenter(api, { provider: { slug: 'big-move-vans' } }))).stored(),
})

/** An admin with a trip that is over. */
const asTripAdmin = async (api: TownAPI): Promise<Visit> => {
  const { id } = await bookTrip(api, await Customer.signUp(api))
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed', 'ongoing', 'completed')
  return { stored: owner.stored() }
}

/** An admin with a trip whose shopper has asked for a refund. */
const asTripRefunder = async (api: TownAPI): Promise<Visit> => {
  const { owner, askForRefund } = await pastTripOfGuest(api)
  await askForRefund()
  return { stored: owner.stored() }
}

const shoppers = async (made: Promise<{ guest: Guest; id: number }>): Promise<Visit> => {
  const { guest, id } = await made
  return { module: 'food', stored: guest.stored(), orderId: id }
}

const orderPath = (_: TownAPI, { orderId }: Visit) => `/order/${orderId}`

/** Waits for the cards, and opens another tab. */
const openTab = (key: string) => async (page: Page) => {
  await main(page).getByRole('article').or(main(page).getByRole('heading', { level: 2 })).first().waitFor()
  await tab(page, key).click()
  await main(page).getByRole('article').first().waitFor()
}

/** Opens one of the lists in the tab of the trips. */
const openTrips = (list: 'open' | 'refund' | 'past') => async (page: Page) => {
  await tab(page, 'trips').click()
  await tab(page, list).last().click()
  await main(page).getByRole('article').first().waitFor()
}

/** Opens a tab whose entries are rows. */
const openListTab = (key: string) => async (page: Page) => {
  await tab(page, key).click()
  await main(page).getByRole('listitem').first().waitFor()
}

/** The hours of a store that was open day and night, with an opening on Sunday. */
async function openHours(page: Page) {
  await tab(page, 'hours').click()
  await main(page).locator('form input[type=checkbox]').click()
  await main(page).locator('fieldset button').first().click()
  await main(page).locator('input[type=time]').first().waitFor()
}

/** Presses the first card's first button. */
async function pressFirst(page: Page) {
  const card = main(page).getByRole('article').first()
  await card.locator('footer').getByRole('button').first().click()
  await card.locator('form').waitFor()
}

/** The session ends while its page is open. */
async function endSession(page: Page, api: TownAPI) {
  await main(page).getByRole('article').first().waitFor()
  const token = await page.evaluate(() => localStorage.getItem('staff_token'))
  await fetch(`${api.url}/api/v1/staff/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  await main(page).locator('form').waitFor()
}

/** The screens of the desk. In the town, no simulated staff moves the orders. */
export const deskScreens: readonly Screen[] = [
  { name: 'desk', state: 'loaded', before: asVendor, path, action: button('Accept'), waits: /vendor\/orders/ },
  { name: 'desk', state: 'rider', before: asRider, path, action: button('Picked up') },
  { name: 'desk', state: 'empty', before: asIdleVendor, path, action: (page) => main(page).getByRole('tab').first() },
  { name: 'desk', state: 'scheduled', before: asVendor, path, open: openTab('scheduled'), action: button('Refuse') },
  { name: 'desk', state: 'refunds', before: asAdmin, path, open: openTab('refund'), action: button('Give money back') },
  { name: 'desk', state: 'stock', before: asVendor, path, open: openListTab('stock'), action: button('Save') },
  { name: 'desk', state: 'hours', before: asIdleVendor, path, open: openHours, action: button('Save the hours') },
  { name: 'desk', state: 'reviews-of-all', before: asAdmin, path, open: openListTab('reviews'), action: button('Hide') },
  { name: 'desk', state: 'payments', before: asCashier, path, open: openTab('to_check'), action: button('The money is here') },
  { name: 'desk', state: 'payment-problems', before: asTreasurer, path, open: openListTab('problems'), action: button('Send it back') },
  { name: 'desk', state: 'to-pay-back', before: asCashier, path, open: openTab('to_pay_back'), action: button('I have paid it back') },
  { name: 'desk', state: 'trips', before: asRenter, path, action: button('Confirm trip'), waits: /vendor\/trips/ },
  { name: 'desk', state: 'trips-ahead', before: asRenter, path, open: openTrips('open'), action: button('Handed over') },
  { name: 'desk', state: 'trips-of-all', before: asTripAdmin, path, open: openTrips('past'), action: button('Give money back') },
  { name: 'desk', state: 'trip-refunds', before: asTripRefunder, path, open: openTrips('refund'), action: button('Give money back') },
  { name: 'desk', state: 'trips-empty', before: asIdleRenter, path, action: (page) => main(page).getByRole('tab').first() },
  {
    name: 'desk',
    state: 'refuse-trip',
    before: asRenter,
    path,
    open: async (page) => {
      const first = main(page).getByRole('article').first()
      await first.locator('footer').getByRole('button').last().click()
      await first.locator('form').waitFor()
    },
    action: button('Keep the trip'),
  },
  {
    name: 'desk',
    state: 'payment-settled',
    before: asTreasurer,
    path,
    open: async (page) => {
      await openListTab('problems')(page)
      await main(page).getByRole('listitem').first().getByRole('button').last().click()
      await main(page).locator('form').getByRole('button').first().click()
      await main(page).locator('form').getByRole('alert').or(main(page).locator('form [aria-invalid=true]')).first().waitFor()
    },
    action: button('Back'),
  },
  {
    name: 'desk',
    state: 'refund-form',
    before: asAdmin,
    path,
    open: async (page) => {
      await openTab('refund')(page)
      await pressFirst(page)
      await choose(main(page).locator('form').getByRole('radio').nth(2))
    },
    action: button('Back'),
  },
  {
    name: 'desk',
    state: 'trip-refund-form',
    before: asTripRefunder,
    path,
    open: async (page) => {
      await openTrips('refund')(page)
      await pressFirst(page)
      await choose(main(page).locator('form').getByRole('radio').last())
    },
    action: button('Back'),
  },
  {
    name: 'desk',
    state: 'refuse',
    before: asVendor,
    path,
    open: async (page) => {
      const first = main(page).locator('article[data-status=pending]').first()
      await first.getByRole('button').last().click()
      await first.locator('form').waitFor()
    },
    action: button('Keep the order'),
  },
  { name: 'desk', state: 'session-ended', singleUse: true, before: asVendor, path, open: endSession, action: button('Sign in'), consoleError: /401/ },
  { name: 'desk', state: 'sign-in', before: 'new', path, action: button('Sign in') },
]

/** The screens of refunds and of payments outside of the shop, in the same town. */
export const refundScreens: readonly Screen[] = [
  ...(['awaited', 'sent', 'refused'] as const).map((said) => ({
    name: 'payment',
    state: said,
    before: (api: TownAPI) => shoppers(withPayment(api, said === 'awaited' ? undefined : said)),
    path: orderPath,
    action: button(said === 'sent' ? 'Correct it' : 'I have paid'),
  })),
  {
    name: 'refund',
    state: 'request',
    before: (api) => shoppers(withRefund(api)),
    path: orderPath,
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await choose(dialog(page).getByRole('radio').last())
      await choose(dialog(page).getByRole('checkbox').first())
    },
    action: inDialog('Send request'),
  },
  {
    name: 'refund',
    state: 'given',
    before: (api) => shoppers(withRefund(api, { approve: true, reason: 'We are sorry.' })),
    path: orderPath,
    action: button('Ask for a refund'),
  },
  {
    name: 'refund',
    state: 'refused',
    before: (api) => shoppers(withRefund(api, { approve: false, reason: 'Both were in the bag.' })),
    path: orderPath,
    action: button('Ask for a refund'),
  },
]
