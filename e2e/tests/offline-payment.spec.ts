import { choose } from '../choose.ts'
import { expect, test } from '../fixtures.ts'
import { Guest, upload } from '../guest.ts'
import { Customer } from '../customer.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { OrderPage } from '../pages/order-page.ts'
import { photo } from '../picture.ts'
import { byBank, bookTrip } from '../screens-trip.ts'
import { admin } from '../staff.ts'
import type { TownAPI } from '../town-api.ts'

// Only people answer payments here.
test.use({ crew: 'off' })

/** Says that a trip was paid, with a photo. */
async function sendTripPayment(api: TownAPI, customer: Customer, id: number) {
  const images = [await upload(api, { token: customer.token }, 'proof')]
  await customer.send('POST', `/rental/trips/${id}/offline-payment`, { fields: { reference: 'T-3' }, images }, 'rental')
}

test('CHK-03 RNT-11 TRAP_O6 an order is paid by bank transfer: refused, corrected, found, and paid back after it was canceled; so is a trip', async ({
  page,
  browser,
  api,
  visit,
}) => {
  const customer = await Customer.signUp(api)
  const trip = await bookTrip(api, customer, byBank)
  await sendTripPayment(api, customer, trip.id)
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ stored: guest.stored() })
  const checkout = new Checkout(page)
  await page.goto('/checkout?page=cart')
  await checkout.introduce({ name: asha.name, phone: asha.phone })
  await page.getByText('Bank transfer').click()
  await expect(page.getByText('you see where to pay')).toBeVisible()
  await checkout.place.click()

  const order = new OrderPage(page)
  await expect(order.headline).toHaveText('Waiting for your payment')
  const id = order.id()
  const ask = page.getByRole('region', { name: /^Pay \$/ })
  await expect(ask).toContainText('IBAN: SF00')
  await ask.getByRole('button', { name: 'I have paid' }).click()
  await expect(ask.getByText('Transfer number is required')).toBeVisible()
  await ask.getByLabel('Transfer number').fill('T-1')
  await ask.locator('input[type=file]').setInputFiles([{ name: 'proof.png', mimeType: 'image/png', buffer: photo }])
  await expect(ask.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await ask.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('Payment info updated.')).toBeVisible()
  await expect(order.headline).toHaveText('Checking your payment')

  const desk = await DeskPage.open(browser, api)
  await desk.signIn(admin)
  const tab = (name: string) => desk.main.getByRole('tab', { name })
  await tab('Payments').click()
  await expect(desk.order(id)).toContainText('Transfer number: T-1')
  await expect(desk.order(id).getByRole('img', { name: 'Photo 1 of the payment' })).toBeVisible()
  await desk.step(id, 'It has not arrived').click()
  await desk.order(id).getByText('No such payment has arrived').click()
  await desk.step(id, 'It has not arrived').click()

  const refused = page.getByRole('region', { name: 'Your payment was not found' })
  await expect(refused).toContainText('Reason: No such payment has arrived')
  await refused.getByLabel('Transfer number').fill('T-2')
  await refused.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByRole('region', { name: 'We are looking for your payment' })).toContainText('T-2')

  await desk.page.reload()
  await tab('Payments').click()
  await desk.step(id, 'The money is here').click()
  await expect(desk.order(id)).toBeHidden()
  const ofTrip = desk.trip(trip.id)
  await expect(ofTrip).toContainText('Transfer number: T-3')
  await expect(ofTrip.getByRole('img', { name: 'Photo 1 of the payment' })).toBeVisible()
  await ofTrip.getByRole('button', { name: 'The money is here', exact: true }).click()
  await expect(ofTrip).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your payment has arrived' })).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for the store')

  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByRole('radio').first())
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  const comesBack = page.getByRole('region', { name: 'Your money comes back' })
  await expect(comesBack).toBeVisible()

  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${trip.id}`)
  await expect(page.getByRole('region', { name: 'Your payment has arrived' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel this trip' }).click()
  await dialog.getByText('I booked by mistake').click()
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await expect(comesBack).toBeVisible()

  await desk.page.reload()
  await tab('To pay back').click()
  await expect(desk.order(id)).toContainText('To pay back: $')
  await desk.step(id, 'I have paid it back').click()
  await expect(desk.order(id)).toContainText(/you have paid back .+ outside of the shop/)
  await desk.step(id, 'I have paid it back').click()
  await expect(desk.order(id)).toBeHidden()
  await expect(ofTrip).toContainText('To pay back: $')
  await ofTrip.getByRole('button', { name: 'I have paid it back', exact: true }).click()
  await expect(ofTrip).toContainText(/you have paid back .+ outside of the shop/)
  await ofTrip.getByRole('button', { name: 'I have paid it back', exact: true }).click()
  await expect(ofTrip).toBeHidden()
})
