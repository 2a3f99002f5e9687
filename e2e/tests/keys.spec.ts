import { expect, test, type Page } from '../fixtures.ts'
import { stranger } from '../customer.ts'
import { Keys } from '../keys.ts'
import { Cart } from '../pages/cart.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { Doors } from '../pages/doors.ts'
import { Home } from '../pages/home.ts'
import { ItemDialog } from '../pages/item-dialog.ts'
import { Landing } from '../pages/landing.ts'
import { OrderPage } from '../pages/order-page.ts'
import { StorePage } from '../pages/store-page.ts'
import type { Shelf } from '../shelf.ts'

/** From the first page to an order on its way, as a guest. */
async function orderDinner(page: Page, keys: Keys, shelf: Shelf) {
  const { item, store } = await shelf.dish((each) => each.minimum_order <= 30)
  const landing = new Landing(page)
  await landing.open()
  await keys.write(landing.address, 'Saffron Circus')
  await landing.suggestions.filter({ hasText: 'Saffron Circus' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await keys.press(landing.modules.getByRole('button', { name: 'Food' }))
  await expect(page).toHaveURL('/home')

  const home = new Home(page)
  await keys.write(home.search, store.name)
  await page.keyboard.press('Enter')
  const found = home.main.getByRole('tablist', { name: 'What was found' })
  await keys.to(found.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await keys.press(home.link(store))
  const shop = new StorePage(page)
  await keys.press(shop.card(item).getByRole('link', { name: item.name, exact: true }))

  const dialog = new ItemDialog(page)
  for (const { name, type, min } of item.food_variations.filter(({ required }) => required === 'on')) {
    const inputs = dialog.group(name).getByRole(type === 'single' ? 'radio' : 'checkbox')
    for (let nth = 0; nth < (type === 'single' ? 1 : Math.max(1, min)); nth++) await keys.press(inputs.nth(nth), 'Space')
  }
  const { more } = dialog.quantity(item)
  while ((await dialog.total()) < store.minimum_order * 100) await keys.press(more)
  await keys.press(dialog.addButton)
  await expect(dialog.root).toBeHidden()

  const cart = new Cart(page)
  await keys.press(cart.button)
  await keys.press(cart.checkout)
  const question = page.getByRole('dialog', { name: 'Do you want to login or continue as a guest?' })
  await keys.press(question.getByRole('button', { name: 'Guest' }))
  await expect(page).toHaveURL(/\/checkout/)

  const checkout = new Checkout(page)
  await keys.write(checkout.name, asha.name)
  await keys.write(checkout.phone, asha.phone)
  await keys.press(checkout.edit)
  await keys.write(checkout.form.getByLabel('Floor'), '2')
  await keys.press(checkout.form.getByRole('button', { name: 'Update Address' }))
  await expect(checkout.form).toBeHidden()
  await keys.press(checkout.place)
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).headline).toBeVisible()
  await keys.keptFocus()
}

/** From the header to a new account, by way of a form that was refused. */
async function signUp(page: Page, keys: Keys) {
  const doors = new Doors(page)
  const who = stranger()
  await keys.press(page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
  await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await keys.press(doors.button('Sign Up'))
  await keys.write(doors.name, who.name)
  await keys.press(doors.forms.getByRole('checkbox'), 'Space')
  await keys.press(doors.button('Sign Up'))
  await expect(doors.forms.getByLabel('Email')).toBeFocused() // the first that is wrong
  await keys.write(doors.forms.getByLabel('Email'), who.email)
  await keys.write(doors.phone, who.phone)
  await keys.write(doors.password, who.password)
  await keys.write(doors.forms.getByLabel('Confirm password'), who.password)
  await keys.press(doors.button('Sign Up'))
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible()
  await keys.keptFocus()
}

const ways = [
  { told: 'in another time zone', timezoneId: 'Pacific/Auckland', wait: 0 },
  { told: 'with every answer after four seconds', timezoneId: 'Indian/Maldives', wait: 4000 },
]

for (const { told, timezoneId, wait } of ways) {
  test.describe(() => {
    test.use({ timezoneId })

    test(`dinner and an account by keys alone, ${told}`, async ({ page, shelf, log }) => {
      log.expect(/404/) // the guest's order goes with the guest
      test.setTimeout(wait ? 400_000 : 120_000)
      const keys = await Keys.watch(page)
      if (wait) {
        await page.route('**/api/v1/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, wait))
          await route.continue().catch(() => {}) // the page was left
        })
      }
      await test.step('dinner', () => orderDinner(page, keys, shelf))
      await test.step('an account', () => signUp(page, keys))
    })
  })
}
