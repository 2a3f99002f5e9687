import { choose } from '../choose.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Customer } from '../customer.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { StorePage } from '../pages/store-page.ts'
import { photo } from '../picture.ts'
import { addRider, addVendor, admin, Staff } from '../staff.ts'

// Only people deliver and reply here.
test.use({ crew: 'off', maps: false })

test('ITEM-12 a customer reviews a delivered order, everybody reads it, and the store replies at the desk', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { reviews_enabled }) => reviews_enabled)
  const { id } = await customer.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  const vendor = await addVendor(api, store)
  await (await Staff.signIn(api, vendor)).move(id, 'confirmed', 'processing', 'handover')
  const owner = await Staff.signIn(api, admin)
  const rider = await Staff.signIn(api, await addRider(api, (await owner.find(id)).store.zone_id))
  await rider.accept(id)
  await rider.move(id, 'picked_up', 'delivered')

  await visit({ module: 'food', stored: customer.stored() })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Rate your order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rate your order' })
  const stars = (name: string) => dialog.getByRole('radiogroup', { name, exact: true })
  // By keyboard: the first star, and three steps further.
  await stars(item.name).getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(stars(item.name).getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog.getByLabel('Tell us more (optional)').fill('Hot, and more than enough')
  await dialog.locator('input[type=file]').setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer: photo }])
  await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await choose(stars('Your rider').getByRole('radio', { name: '5 stars' }))
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const given = page.getByRole('region', { name: 'Your review' })
  await expect(given).toContainText('Hot, and more than enough')
  await expect(given.getByRole('img')).toHaveCount(1)
  await expect(given.getByRole('button', { name: 'Rate the rest' })).toBeVisible()

  const desk = new DeskPage(page)
  await desk.signIn(vendor)
  await desk.main.getByRole('tab', { name: /^Reviews/ }).click()
  // Of this order: other tests may have reviewed the same store.
  const review = desk.main.getByRole('listitem').filter({ hasText: new RegExp(`Order ${id}\\D`) })
  await expect(review).toContainText('Hot, and more than enough')
  await review.getByRole('button', { name: 'Reply' }).click()
  await review.getByLabel('Your reply').fill('See you next week!')
  await review.getByRole('button', { name: 'Send reply' }).click()
  await expect(review).toHaveCount(0)

  const shown = new StorePage(page)
  await shown.open(store)
  const reviews = await shown.openReviews()
  const entry = reviews.getByRole('listitem').filter({ hasText: 'See you next week!' })
  await expect(entry).toContainText('Hot, and more than enough')
  await expect(entry).toContainText(item.name)
  const image = entry.getByRole('img', { name: /^Photo 1 by/ })
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth), 'everybody sees the photo').toBeGreaterThan(0)
})
