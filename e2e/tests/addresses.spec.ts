import type { LookupZoneOutputBody, OrderView, ZonesOutputBody } from '../../web/src/lib/api/types.gen.ts'
import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { AddressBook } from '../pages/address-book.ts'
import { Checkout } from '../pages/checkout.ts'
import { PlaceMap } from '../pages/place-map.ts'
import { reload } from '../reload.ts'
import type { TownAPI } from '../town-api.ts'

/** Enough of something simple to be ordered. */
async function fill(customer: Customer, api: TownAPI) {
  const { item, store } = await api.simple()
  await customer.add(item, Math.ceil(store.minimum_order / item.sale_price) + 1)
  return store
}

/** A point that is delivered to, but not by the stores of a zone. */
async function pointOutside(api: TownAPI, zoneId: number) {
  const { zones } = await api.get<ZonesOutputBody>('/zones')
  for (const { coordinates } of zones) {
    const latitude = coordinates.reduce((sum, { lat }) => sum + lat, 0) / coordinates.length
    const longitude = coordinates.reduce((sum, { lng }) => sum + lng, 0) / coordinates.length
    const { zone_ids } = await api.get<LookupZoneOutputBody>(`/zones/lookup?lat=${latitude}&lng=${longitude}`)
    if (zone_ids.length > 0 && !zone_ids.includes(zoneId)) return { latitude, longitude }
  }
  throw new Error('every zone is within that of the store')
}

/** The order that the page shows, as the customer's own session sees it. */
async function ordered(page: Page, customer: Customer): Promise<OrderView> {
  await expect(page).toHaveURL(/\/order\/\d+/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  return customer.send<OrderView>('GET', `/orders/${id}`)
}

test('ADDR-01 ADDR-03 ADDR-04 the address book: added on the map, changed and deleted', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const book = new AddressBook(page)
  await book.open()
  await expect(page.getByText('Oops')).toBeVisible()
  await expect(page.getByText("You don't have any saved address yet. please save address to continue")).toBeVisible()

  await test.step('added where the pin stands', async () => {
    await book.add.click()
    await book.form.getByRole('button', { name: 'Pick from map' }).click()
    const map = new PlaceMap(page)
    await map.find('Fish Market')
    await expect(map.status()).toContainText('Harbour Front')
    await map.use.click()
    await expect(book.form.getByLabel('Address', { exact: true })).toHaveValue(/Harbour Front/)
    await book.form.locator('label').filter({ hasText: 'Other' }).click()
    await book.form.getByLabel('Label name (optional)').fill('Aunt Suri')
    await book.form.getByLabel('House number').fill('7')
    await book.form.getByRole('button', { name: 'Add Address' }).click()
    await expect(book.card('Aunt Suri')).toContainText('House 7')
  })

  await test.step('changed', async () => {
    await page.getByRole('button', { name: 'Change Aunt Suri' }).click()
    await book.form.getByLabel('Floor').fill('3')
    await book.form.getByRole('button', { name: 'Update Address' }).click()
    await expect(book.card('Aunt Suri')).toContainText('Floor 3')
    const { addresses } = await customer.info()
    expect(addresses).toMatchObject([{ address_label: 'Aunt Suri', house: '7', floor: '3', contact_person_name: customer.name }])
  })

  await test.step('deleted, after a question', async () => {
    await page.getByRole('button', { name: 'Delete Aunt Suri' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Oops')).toBeVisible()
  })
})

test.describe(() => {
  test.use({ maps: false })

  test('ADDR-02 ADDR-07 an order to the current place, which is saved during the checkout', async ({ page, api, visit }) => {
    const customer = await Customer.signUp(api)
    await fill(customer, api)
    await visit({ stored: customer.stored() })
    const checkout = new Checkout(page)
    await page.goto('/checkout?page=cart')
    const where = page.getByRole('region', { name: 'Delivery Addresses' })
    await expect(where.getByText('Selected Address')).toBeVisible()
    await where.getByLabel('House number').fill('12')
    await where.getByLabel('Street number').fill('Rope Lane')
    await where.getByRole('checkbox', { name: 'Save this Address' }).check()
    await expect(where.getByRole('checkbox', { name: 'Save this Address' })).toBeDisabled()
    await expect.poll(async () => (await customer.info()).addresses).toMatchObject([{ house: '12', road: 'Rope Lane', address_type: 'other' }])
    await checkout.place.click()
    const order = await ordered(page, customer)
    expect(order.address).toMatchObject({ house: '12', road: 'Rope Lane', contact_person_name: customer.name })
  })

  test('ADDR-01 ADDR-03 a saved address is chosen at the checkout and the order is delivered there', async ({ page, api, visit }) => {
    const customer = await Customer.signUp(api)
    const store = await fill(customer, api)
    const { point } = await api.place()
    await customer.saveAddress({ address_type: 'office', address: '40 Rope Lane', floor: '4', longitude: point.lng + 0.0005 })
    await customer.saveAddress({ address_type: 'other', address_label: 'Far away', ...(await pointOutside(api, store.zone_id)) })
    await visit({ stored: customer.stored() })
    await page.goto('/checkout?page=cart')
    await page.getByRole('button', { name: 'View Saved Address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved Addresses' })
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await choose(dialog.getByRole('radio', { name: /^Office/ }))
    await dialog.getByRole('button', { name: 'Select' }).click()
    await expect(dialog).toBeHidden()
    await reload(page)
    const where = page.getByRole('region', { name: 'Delivery Addresses' })
    await expect(where.getByText('40 Rope Lane')).toBeVisible()
    await expect(where.getByRole('button', { name: 'Change address' })).toBeVisible()
    await new Checkout(page).place.click()
    expect((await ordered(page, customer)).address).toMatchObject({ address: '40 Rope Lane', floor: '4' })
  })

  test('LOC-11 LOC-12 PERM-01 in the place picker a guest is led to sign-in, and one tap on a saved address changes a customer’s place', async ({
    page,
    api,
    visit,
  }) => {
    const panel = page.getByRole('dialog')
    const place = page.getByRole('button', { name: /^Deliver to/ }).first()
    await test.step('a guest', async () => {
      await visit()
      await page.goto('/about-us')
      await place.click()
      await expect(panel.getByText('To select from saved addresses, you need to sign in.')).toBeVisible()
      await panel.getByRole('button', { name: 'Sign In' }).click()
      await expect(panel.getByRole('textbox').first()).toBeVisible()
    })

    await test.step('a customer', async () => {
      const customer = await Customer.signUp(api)
      const { point } = await api.place()
      await customer.saveAddress({ address_type: 'office', address: '40 Rope Lane', longitude: point.lng + 0.0005 })
      await visit({ stored: customer.stored() })
      await page.goto('/about-us')
      await place.click()
      await expect(panel.getByText('Select from saved addresses or pick from map')).toBeVisible()
      await panel.getByRole('button', { name: /^Office/ }).click()
      await expect(page.getByText('New Delivery address selected.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Deliver to 40 Rope Lane/ }).first()).toBeVisible()
      const stored = await page.evaluate(() => ({ ...localStorage }))
      const { addresses } = await customer.info()
      const zones = addresses[0]!.zone_ids
      expect(JSON.parse(stored['currentLatLng']!).lng).toBeCloseTo(point.lng + 0.0005, 6)
      expect(JSON.parse(stored['zoneid']!)).toBe(zones[0])
      expect(JSON.parse(stored['zone_ids'] ?? JSON.stringify(zones))).toEqual(zones)
    })
  })
})
