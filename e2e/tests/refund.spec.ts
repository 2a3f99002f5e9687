import { choose } from '../choose.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { photo } from '../picture.ts'

test.use({ maps: false })

test('ORD-04 a shopper asks for the money of an item back, and gets it', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const { item } = await api.dish((each) => each.minimum_order <= 30)
  const { id } = await guest.buy(item, 2)
  await visit({ module: 'food', stored: guest.stored() })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Ask for a refund' }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'Ask for a refund' })
  await expect(dialog.getByText('Something is missing')).toBeVisible() // the button moves until then
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await dialog.getByText('Something is missing').click()
  await dialog.getByText('Some items').click()
  await choose(dialog.getByRole('checkbox'))
  await dialog.getByRole('button', { name: /One less/ }).click()
  await dialog.getByLabel('Tell us more (optional)').fill('One of two was missing')
  await dialog.locator('input[type=file]').setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer: photo }])
  await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('region', { name: 'You asked for a refund' })).toContainText('One of two was missing')
  const answered = page.getByRole('region', { name: 'You got a refund' })
  await expect(async () => {
    await page.reload()
    await expect(answered).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(answered).toContainText('Answer: We are sorry that this happened.')
})
