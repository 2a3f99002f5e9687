import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { addVendor, Staff } from '../staff.ts'

test.use({ maps: false })

test('WISH-01 an item of the wishlist that comes back in stock is told in the bell, and leads to it', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  // An item has one alert a day, and reorder.spec.ts changes prices of the first store.
  const { store: first } = await api.simple()
  const { item, store } = await api.simple((_item, { id }) => id !== first.id)
  const vendor = await Staff.signIn(api, await addVendor(api, store))
  const count = (stock: number) =>
    api.send('PUT', `/vendor/items/${item.id}/stock`, { stock }, undefined, vendor.token)
  await count(0)
  await customer.addToWishlist({ item })
  await visit({ stored: customer.stored() })
  // A browser on a machine without a network is offline, but it reaches a shop on the same machine.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await page.goto('/help-and-support')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toBeVisible()
  await count(7)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread', { timeout: 60_000 })
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: `${item.name} from ${store.name} is available again` }).click()
  await expect(page).toHaveURL(new RegExp(`/store/${store.slug}\\?.*item=${item.slug}`))
  await expect(page.getByRole('dialog').getByRole('heading', { name: item.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell).toHaveAccessibleName('Notifications')
})
