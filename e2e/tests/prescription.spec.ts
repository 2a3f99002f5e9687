import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import { photo } from '../picture.ts'

test.use({ maps: false })

/** A guest with a medicine in the cart, at the checkout. */
async function atCheckout({ page, api, visit }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'api' | 'visit'>, name: string) {
  const guest = await Guest.create(api)
  const { item } = await api.medicine(name)
  await guest.add(item, 2)
  await visit({ module: 'pharmacy', stored: guest.stored() })
  await page.goto('/checkout?page=cart')
  const checkout = new Checkout(page)
  await checkout.introduce(asha)
  return checkout
}

const photos = (...names: string[]) => names.map((name) => ({ name, mimeType: 'image/png', buffer: photo }))

test('ITEM-11 CHK-01 TRAP_O6 medicine is ordered with photos of a prescription, which a pharmacist approves', async ({ page, api, visit }) => {
  const checkout = await atCheckout({ page, api, visit }, 'Amoxicillin 500 mg')
  const step = page.getByRole('region', { name: 'Prescription' })
  await expect(step).toContainText('prescription is required')
  await expect(step.getByRole('alert')).toHaveText('Please upload your prescription image')
  await expect(checkout.place).toBeDisabled()

  const files = step.locator('input[type=file]')
  await files.setInputFiles(photos('1.png', '2.png', '3.png', '4.png'))
  await expect(step).toContainText('Maximum 3 images can be send at a time.')
  await files.setInputFiles(photos('1.png', '2.png'))
  await expect(step.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await step.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(step.getByRole('img')).toHaveCount(1)

  await page.reload()
  await expect(step.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(checkout.place).toBeEnabled()
  const order = new OrderPage(page)
  await order.noteHeadlines()
  await checkout.place.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(page.getByRole('region', { name: 'Your prescription is approved' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: 'Photo 1 of your prescription' })).toBeVisible()
  await expect(order.headline).not.toHaveText(/^Waiting/)
  expect((await order.headlines())[0]).not.toBe('Waiting for the store')
})

test('ITEM-11 ORD-05 a prescription that is not accepted cancels the order, with the reason', async ({ page, api, visit }) => {
  const checkout = await atCheckout({ page, api, visit }, 'Sleeping tablets')
  const step = page.getByRole('region', { name: 'Prescription' })
  await step.locator('input[type=file]').setInputFiles(photos('1.png'))
  await expect(checkout.place).toBeEnabled()
  await checkout.place.click()
  await expect(page.getByRole('region', { name: 'Your prescription was not accepted' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Reason: This prescription has expired.')).toBeVisible()
  await expect(new OrderPage(page).headline).toHaveText('This order was canceled')
})
