import { expect, test, testInOneTab, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { OrderPage } from '../pages/order-page.ts'
import { addRider, addVendor, admin, Staff } from '../staff.ts'
import type { OrderView } from '../../web/src/lib/api/types.gen.ts'
import type { TownAPI } from '../town-api.ts'

// Only people move orders here.
test.use({ crew: 'off' })

/** Places orders of a guest at a store where somebody works. */
async function openStore(api: TownAPI) {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const vendor = await addVendor(api, store)
  const place = () => guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  return { guest, item, vendor, place }
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

test('ORD-03 TRAP_O6 TRAP_P5 a store and a rider bring an order from placed to delivered at the desk while its shopper watches, and sees the rider who agrees move', async ({
  page,
  browser,
  api,
  visit,
}) => {
  const { guest, item, vendor, place } = await openStore(api)
  const store = await DeskPage.open(browser, api)
  await countTones(store.page)
  await store.signIn(vendor)
  await expect(store.main.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await store.soundOff.click()
  await expect(store.page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  const before = await tones(store)

  const { id, token } = await place()
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

  const from = (await (await Staff.signIn(api, admin)).find(id)).store
  const { point: to } = await api.place()
  const bike = await DeskPage.open(browser, api)
  const device = bike.page.context()
  const ride = (share: number) =>
    device.setGeolocation({
      latitude: from.point.lat + share * (to.lat - from.point.lat),
      longitude: from.point.lng + share * (to.lng - from.point.lng),
    })
  await device.grantPermissions(['geolocation'])
  await ride(0.2)
  await bike.signIn(await addRider(api, from.zone_id))
  await expect(bike.group('Waiting for a rider').getByRole('article', { name: `Order ${id}` })).toBeVisible()
  await expect(bike.order(id), 'an offer names nobody').not.toContainText('Asha')
  await bike.step(id, 'Accept delivery').click()
  await expect(bike.order(id)).toContainText('Asha Rao')

  await store.step(id, 'Ready').click()
  await expect(store.order(id)).toContainText('The rider picks it up.')
  await bike.step(id, 'Picked up').click()
  await expect(shopper.headline).toHaveText('On the way')

  await test.step('the position of the rider is known from their yes to the delivery', async () => {
    const where = async () => (await api.send<OrderView>('GET', `/orders/${id}?token=${token}`, undefined)).tracking.rider?.point?.lat
    await expect(shopper.main.getByText('Iris Vale brings your order')).toBeVisible()
    expect(await where(), 'nobody has agreed').toBeUndefined()
    await bike.main.getByRole('button', { name: 'Share my position' }).click()
    await expect(page.getByRole('img', { name: 'Iris Vale, your rider' })).toBeVisible()
    const before = await where()
    await ride(0.7)
    await expect.poll(where, { timeout: 20_000 }).not.toBe(before)
    await bike.step(id, 'Delivered').click()
    await expect(shopper.headline).toHaveText('Delivered')
    await expect(bike.main.getByRole('button', { name: 'Stop sharing' })).toBeHidden()
    expect(await where(), 'it is deleted').toBeUndefined()
  })
  await expect(store.order(id), 'it is over').toBeHidden()
  await expect(bike.order(id)).toBeHidden()

  await store.main.getByRole('tab', { name: 'Past' }).click()
  await store.order(id).getByText('Amounts and timeline').click()
  await expect(store.order(id).getByRole('list').last()).toContainText(/Accepted · Sam Smash.*On the way · Iris Vale.*Delivered · Iris Vale/s)
})

testInOneTab('TRAP_O6 AUTH-10 the desk goes on after its line was lost, and after its session has ended', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  log.expect(/status of 401/)
  const { vendor, place } = await openStore(api)
  const member = await Staff.signIn(api, vendor)
  const store = new DeskPage(page)
  // The first line says one thing and is cut; then nothing is reached for a while.
  let isDown = false
  await page.route('**/api/v1/**', (route) => (isDown ? route.abort() : route.fallback()))
  await page.route('**/staff/events', (route) => {
    isDown = true
    return route.fulfill({ contentType: 'text/event-stream', body: 'event: orders\ndata: {"orders":[]}\n\n' })
  }, { times: 1 })
  await visit({ stored: member.stored() })
  await page.goto('/desk')
  await expect(store.lost).toBeVisible()
  const { id } = await place()
  await expect(store.order(id)).toBeHidden()
  isDown = false
  await expect(store.order(id)).toBeVisible({ timeout: 40_000 })
  await expect(store.lost).toBeHidden()

  await test.step('a step without an answer stays where it is, and can be tried again', async () => {
    await page.route('**/vendor/orders/*/status', (route) => route.abort(), { times: 1 })
    await store.step(id, 'Accept').click()
    await expect(store.order(id).getByRole('alert')).toContainText('No connection.')
    await store.step(id, 'Try again').click()
    await expect(store.step(id, 'Start preparing')).toBeVisible()
  })

  await test.step('when the session ends, the page stays until somebody signs in again', async () => {
    await member.signOut()
    await expect(store.main.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    await expect(page.getByText(`Order ${id}`)).toBeVisible()
    await store.fillSignIn({ ...vendor, password: 'not-the-password' })
    await expect(store.main.getByText('Your email or password is wrong.')).toBeVisible()
    await store.fillSignIn(vendor)
    await store.step(id, 'Start preparing').click()
    await expect(store.step(id, 'Ready')).toBeVisible()
  })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(store.main.getByRole('heading', { level: 1, name: 'Sign in to the desk' })).toBeVisible()
  await expect(page.getByText(`Order ${id}`)).toBeHidden()
})

test('ITEM-11 ORD-04 TRAP_O6 a pharmacist approves a prescription at the desk and refuses the order after all, while its shopper watches', async ({ page, browser, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.medicine('Amoxicillin 500 mg')
  const { id } = await guest.buy(item, 2, { prescription: true })
  const pharmacy = await DeskPage.open(browser, api)
  await pharmacy.signIn(await addVendor(api, store))
  await visit({ module: 'pharmacy', stored: guest.stored() })
  await page.goto(`/order/${id}`)
  await expect(pharmacy.order(id).getByRole('img', { name: /1/ })).toBeVisible()
  await expect(pharmacy.step(id, 'Accept'), 'the prescription comes first').toBeHidden()
  await pharmacy.step(id, 'Approve prescription').click()
  await expect(page.getByRole('region', { name: 'Your prescription is approved' })).toBeVisible()
  await expect(pharmacy.step(id, 'Accept')).toBeVisible()

  await pharmacy.step(id, 'Refuse').click()
  await pharmacy.step(id, 'Refuse').click()
  await expect(pharmacy.order(id).getByRole('alert')).toHaveText('Please say why')
  await pharmacy.order(id).getByText('An item is sold out').click()
  await pharmacy.step(id, 'Refuse').click()
  await expect(pharmacy.order(id)).toBeHidden()
  const shopper = new OrderPage(page)
  await expect(shopper.headline).toHaveText('This order was canceled')
  await expect(shopper.main).toContainText('An item is sold out')
})
