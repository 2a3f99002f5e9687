import type { Browser } from '@playwright/test'
import { phone } from '../browser.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { OrderPage } from '../pages/order-page.ts'
import { addRider, addVendor, admin, Staff } from '../staff.ts'
import type { OrderView } from '../../web/src/lib/api/types.gen.ts'
import type { TownAPI } from '../town-api.ts'

// Only people move orders here.
test.use({ crew: 'off' })

/** A guest's order, and who works at its store. */
async function placeOrder(api: TownAPI) {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const vendor = await addVendor(api, store)
  const place = async () => (await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)).id
  return { guest, item, vendor, place, id: await place() }
}

/** A desk on a device of its own. */
async function openDesk(browser: Browser, api: TownAPI, viewport = phone): Promise<DeskPage> {
  const context = await browser.newContext({ viewport, baseURL: api.url, serviceWorkers: 'block' })
  return new DeskPage(await context.newPage())
}

/** Counts the tones that the page plays. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      document.documentElement.dataset['tones'] = String(Number(document.documentElement.dataset['tones'] ?? 0) + 1)
      start.call(this, when)
    }
  })
const tones = ({ page }: DeskPage) => page.evaluate(() => Number(document.documentElement.dataset['tones'] ?? 0))

test('ORD-03 TRAP_O6 a store and a rider bring an order from placed to delivered at the desk while its shopper watches', async ({
  page,
  browser,
  api,
  visit,
}) => {
  const { guest, item, vendor, place } = await placeOrder(api)
  const store = await openDesk(browser, api)
  await countTones(store.page)
  await store.signIn(vendor)
  await expect(store.main.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await store.soundOff.click()
  await expect(store.page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  const before = await tones(store)

  const id = await place()
  await expect(store.order(id)).toContainText(item.name)
  await expect.poll(() => tones(store), 'a new order is heard').toBeGreaterThan(before)

  const shopper = new OrderPage(page)
  await visit({ stored: guest.stored() })
  await page.goto(`/order/${id}`)
  await expect(shopper.headline).toHaveText('Waiting for the store')

  await store.order(id).getByLabel('Ready in').selectOption('30')
  await store.step(id, 'Accept').click()
  await expect(shopper.headline).toHaveText('The store has accepted your order')
  await expect(store.group('In preparation').getByRole('article')).toContainText([`Order ${id}`])
  await store.step(id, 'Start preparing').click()
  await expect(shopper.headline).toHaveText('Cooking your food')

  const owner = await Staff.signIn(api, admin)
  const bike = await openDesk(browser, api)
  await bike.signIn(await addRider(api, (await owner.find(id)).store.zone_id))
  await expect(bike.group('Waiting for a rider').getByRole('article', { name: `Order ${id}` })).toBeVisible()
  await expect(bike.order(id), 'an offer names nobody').not.toContainText('Asha')
  await bike.step(id, 'Accept delivery').click()
  await expect(bike.order(id)).toContainText('Asha Rao')

  await store.step(id, 'Ready').click()
  await expect(store.order(id)).toContainText('The rider picks it up.')
  await bike.step(id, 'Picked up').click()
  await expect(shopper.headline).toHaveText('On the way')
  await bike.step(id, 'Delivered').click()
  await expect(shopper.headline).toHaveText('Delivered')
  await expect(store.order(id), 'it is over').toBeHidden()
  await expect(bike.order(id)).toBeHidden()

  await store.main.getByRole('tab', { name: 'Past' }).click()
  await store.order(id).getByText('Amounts and timeline').click()
  await expect(store.order(id).getByRole('list').last()).toContainText(/Accepted · Sam Smash.*On the way · Iris Vale.*Delivered · Iris Vale/s)
})

test('ORD-04 a store refuses an order with a reason, which its shopper reads', async ({ page, browser, api, visit }) => {
  const { guest, id, vendor } = await placeOrder(api)
  const store = await openDesk(browser, api)
  await store.signIn(vendor)
  await store.step(id, 'Refuse').click()
  await store.step(id, 'Refuse').click()
  await expect(store.order(id).getByRole('alert')).toHaveText('Please say why')
  await store.order(id).getByText('An item is sold out').click()
  await store.step(id, 'Refuse').click()
  await expect(store.order(id)).toBeHidden()
  await visit({ stored: guest.stored() })
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('main')).toContainText('An item is sold out')
})

test('TRAP_O6 the desk goes on after its line was lost, and says so meanwhile', async ({ browser, api }) => {
  const { vendor, place } = await placeOrder(api)
  const store = await openDesk(browser, api)
  const { page } = store
  // The first line says one thing and is cut; then nothing is reached for a while.
  let isDown = false
  await page.route('**/api/v1/**', (route) => (isDown ? route.abort() : route.fallback()))
  await page.route('**/staff/events', (route) => {
    isDown = true
    return route.fulfill({ contentType: 'text/event-stream', body: 'event: orders\ndata: {"orders":[]}\n\n' })
  }, { times: 1 })
  await store.signIn(vendor)
  await expect(store.lost).toBeVisible()
  const id = await place()
  await expect(store.order(id)).toBeHidden()
  isDown = false
  await expect(store.order(id)).toBeVisible({ timeout: 40_000 })
  await expect(store.lost).toBeHidden()

  // A step without an answer stays where it is, and can be tried again.
  await page.route('**/vendor/orders/*/status', (route) => route.abort(), { times: 1 })
  await store.step(id, 'Accept').click()
  await expect(store.order(id).getByRole('alert')).toContainText('No connection.')
  await store.step(id, 'Try again').click()
  await expect(store.step(id, 'Start preparing')).toBeVisible()
})

test('TRAP_O5 TRAP_O7 a step that somebody else made first is refused in words', async ({ browser, api }) => {
  const { id, vendor } = await placeOrder(api)
  const store = await openDesk(browser, api)
  await store.signIn(vendor)
  await expect(store.step(id, 'Accept')).toBeVisible()
  // The desk does not hear of it before the step is pressed.
  await store.page.route('**/vendor/orders?**', (route) => route.abort())
  const colleague = await Staff.signIn(api, vendor)
  await colleague.move(id, 'confirmed', 'processing')
  await store.step(id, 'Accept').click()
  await expect(store.page.getByText(`Order ${id}: The order is being prepared already.`)).toBeVisible()
  await store.page.unrouteAll()
  await store.main.getByRole('button', { name: 'Try again' }).first().click()
  await expect(store.step(id, 'Ready')).toBeVisible()
})

test('AUTH-10 when the session ends, the page stays until somebody signs in again', async ({ browser, api }) => {
  const { id, vendor } = await placeOrder(api)
  const member = await Staff.signIn(api, vendor)
  const store = await openDesk(browser, api)
  const { page } = store
  await page.addInitScript((stored) => {
    if (!sessionStorage.getItem('stored')) for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    sessionStorage.setItem('stored', 'yes')
  }, member.stored())
  await page.goto('/desk')
  await expect(store.step(id, 'Accept')).toBeVisible()
  await member.signOut()
  await expect(store.main.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByText(`Order ${id}`)).toBeVisible()
  await store.fillSignIn({ ...vendor, password: 'not-the-password' })
  await expect(store.main.getByText('Your email or password is wrong.')).toBeVisible()
  await store.fillSignIn(vendor)
  await store.step(id, 'Accept').click()
  await expect(store.step(id, 'Start preparing')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(store.main.getByRole('heading', { level: 1, name: 'Sign in to the desk' })).toBeVisible()
  await expect(page.getByText(`Order ${id}`)).toBeHidden()
})

test('ORD-04 an admin gives back some of an order, refuses the next request, and its shopper reads why', async ({
  page,
  browser,
  api,
  visit,
}) => {
  const guest = await Guest.create(api)
  const { item } = await api.dish((each) => each.minimum_order <= 30)
  const { id } = await guest.buy(item, 3)
  const owner = await Staff.signIn(api, admin)
  await owner.deliver(id)
  await guest.askForRefund(id)
  const desk = await openDesk(browser, api)
  await desk.signIn(admin)
  await desk.main.getByRole('tab', { name: /^Refunds [1-9]/ }).click()
  await expect(desk.order(id)).toContainText('One of two was missing')
  await desk.step(id, 'Give money back').click()
  await desk.order(id).getByText('Some items').click()
  await desk.order(id).getByRole('checkbox').check({ force: true })
  await desk.order(id).getByRole('button', { name: /One less/ }).click()
  await desk.step(id, 'Give money back').click()
  await expect(desk.order(id)).toBeHidden()

  await visit({ module: 'food', stored: guest.stored() })
  await page.goto(`/order/${id}`)
  const given = page.getByRole('region', { name: 'You got a refund' })
  await expect(given).toContainText(`2 × ${item.name}`)

  await guest.askForRefund(id)
  await desk.page.reload()
  await desk.main.getByRole('tab', { name: /^Refunds [1-9]/ }).click()
  await desk.step(id, 'Refuse refund').click()
  await desk.order(id).getByText('Everything was in the order').click()
  await desk.step(id, 'Refuse refund').click()
  await expect(desk.order(id)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your refund was declined' })).toContainText('Everything was in the order')
  await expect(given).toBeVisible()
})

/** An order of a medicine with a photo of its prescription, at its shopper and at its pharmacy. */
async function openPrescription({ page, browser, api, visit }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'browser' | 'api' | 'visit'>) {
  const guest = await Guest.create(api)
  const { item, store } = await api.medicine('Amoxicillin 500 mg')
  const { id } = await guest.buy(item, 2, { prescription: true })
  const pharmacy = await openDesk(browser, api)
  await pharmacy.signIn(await addVendor(api, store))
  await visit({ module: 'pharmacy', stored: guest.stored() })
  await page.goto(`/order/${id}`)
  await expect(pharmacy.order(id).getByRole('img', { name: /1/ })).toBeVisible()
  await expect(pharmacy.step(id, 'Accept'), 'the prescription comes first').toBeHidden()
  return { id, pharmacy, shopper: new OrderPage(page) }
}

test('ITEM-11 TRAP_O6 a pharmacist approves a prescription at the desk while its shopper watches', async ({ page, browser, api, visit }) => {
  const { id, pharmacy, shopper } = await openPrescription({ page, browser, api, visit })
  await pharmacy.step(id, 'Approve prescription').click()
  await expect(page.getByRole('region', { name: 'Your prescription is approved' })).toBeVisible()
  await pharmacy.step(id, 'Accept').click()
  await expect(shopper.headline).toHaveText('The store has accepted your order')
})

test('ITEM-11 TRAP_O6 a pharmacist refuses a prescription at the desk, and its shopper reads why', async ({ page, browser, api, visit }) => {
  const { id, pharmacy, shopper } = await openPrescription({ page, browser, api, visit })
  await pharmacy.step(id, 'Refuse prescription').click()
  await pharmacy.order(id).getByText('The prescription cannot be read').click()
  await pharmacy.step(id, 'Refuse prescription').click()
  await expect(shopper.headline).toHaveText('This order was canceled')
  await expect(shopper.main).toContainText('The prescription cannot be read')
  await expect(pharmacy.order(id)).toBeHidden()
})

test('TRAP_P5 TRAP_O6 a rider who agrees is seen moving by the shopper, until the order is delivered', async ({ page, browser, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store: shop } = await api.simple()
  const { id, token } = await guest.buy(item, Math.ceil(shop.minimum_order / item.price) + 1)
  const owner = await Staff.signIn(api, admin)
  await owner.move(id, 'confirmed', 'processing')
  const { store, address } = await owner.find(id)
  const bike = await openDesk(browser, api)
  const device = bike.page.context()
  await device.grantPermissions(['geolocation'])
  const ride = (share: number) =>
    device.setGeolocation({
      latitude: store.point.lat + share * (address!.point.lat - store.point.lat),
      longitude: store.point.lng + share * (address!.point.lng - store.point.lng),
    })
  await ride(0.2)
  await bike.signIn(await addRider(api, store.zone_id))
  await bike.step(id, 'Accept delivery').click()
  await owner.move(id, 'handover')
  await bike.step(id, 'Picked up').click()
  await visit({ stored: guest.stored() })
  await page.goto(`/order/${id}`)
  const where = async () => {
    return (await api.send<OrderView>('GET', `/orders/${id}?token=${token}`, undefined)).tracking.rider?.point?.lat
  }
  await expect(new OrderPage(page).main.getByText('Iris Vale brings your order')).toBeVisible()
  expect(await where(), 'nobody has agreed').toBeUndefined()
  await bike.main.getByRole('button', { name: 'Share my position' }).click()
  await expect(page.getByRole('img', { name: 'Iris Vale, your rider' })).toBeVisible()
  const before = await where()
  await ride(0.7)
  await expect.poll(where, { timeout: 20_000 }).not.toBe(before)
  await bike.step(id, 'Delivered').click()
  await expect(new OrderPage(page).headline).toHaveText('Delivered')
  await expect(bike.main.getByRole('button', { name: 'Stop sharing' })).toBeHidden()
  expect(await where(), 'it is deleted').toBeUndefined()
})
