import { expect, test, type Page } from '../fixtures.ts'
import { newPerson } from '../customer.ts'
import { Keyboard } from '../keyboard.ts'
import { Cart } from '../pages/cart.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { Home } from '../pages/home.ts'
import { ItemDialog } from '../pages/item-dialog.ts'
import { Landing } from '../pages/landing.ts'
import { OrderPage } from '../pages/order-page.ts'
import { StorePage } from '../pages/store-page.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ maps: false })

/** From the first page to an order on its way, as a guest. */
async function orderDinner(page: Page, keyboard: Keyboard, api: TownAPI) {
  const { item, store } = await api.dish((each) => each.minimum_order <= 30)
  const landing = new Landing(page)
  await landing.open()
  await keyboard.type(landing.address, 'Saffron Circus')
  await landing.suggestions.filter({ hasText: 'Saffron Circus' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await keyboard.press(landing.modules.getByRole('button', { name: 'Food' }))
  await expect(page).toHaveURL('/home')

  const home = new Home(page)
  await keyboard.type(home.search, store.name)
  await page.keyboard.press('Enter')
  const found = home.main.getByRole('tablist', { name: 'What was found' })
  await keyboard.moveTo(found.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await keyboard.press(home.link(store))
  const shop = new StorePage(page)
  await keyboard.press(shop.card(item).getByRole('link', { name: item.name, exact: true }))

  const dialog = new ItemDialog(page)
  for (const { name, type, min } of item.food_variations.filter(({ required }) => required === 'on')) {
    const inputs = dialog.group(name).getByRole(type === 'single' ? 'radio' : 'checkbox')
    for (let nth = 0; nth < (type === 'single' ? 1 : Math.max(1, min)); nth++) await keyboard.press(inputs.nth(nth), 'Space')
  }
  const { more } = dialog.quantity(item)
  while ((await dialog.total()) < store.minimum_order * 100) await keyboard.press(more)
  await keyboard.press(dialog.addButton)
  await expect(dialog.root).toBeHidden()

  const cart = new Cart(page)
  await keyboard.press(cart.button)
  await keyboard.press(cart.checkout)
  const question = page.getByRole('dialog', { name: 'Do you want to login or continue as a guest?' })
  await keyboard.press(question.getByRole('button', { name: 'Guest' }))
  await expect(page).toHaveURL(/\/checkout/)

  const checkout = new Checkout(page)
  await keyboard.type(checkout.name, asha.name)
  await keyboard.type(checkout.phone, asha.phone)
  await keyboard.press(checkout.edit)
  await keyboard.type(checkout.form.getByLabel('Floor'), '2')
  await keyboard.press(checkout.form.getByRole('button', { name: 'Update Address' }))
  await expect(checkout.form).toBeHidden()
  await keyboard.press(checkout.place)
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).headline).toBeVisible()
  await keyboard.expectNoLostFocus()
}

/** From the header to a new account, by way of a form that was refused. */
async function signUp(page: Page, keyboard: Keyboard) {
  const forms = new SignInForms(page)
  const who = newPerson()
  await keyboard.press(page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
  await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await keyboard.press(forms.button('Sign Up'))
  await keyboard.type(forms.name, who.name)
  await keyboard.press(forms.root.getByRole('checkbox'), 'Space')
  await keyboard.press(forms.button('Sign Up'))
  await expect(forms.root.getByLabel('Email')).toBeFocused() // the first that is wrong
  await keyboard.type(forms.root.getByLabel('Email'), who.email)
  await keyboard.type(forms.phone, who.phone)
  await keyboard.type(forms.password, who.password)
  await keyboard.type(forms.root.getByLabel('Confirm password'), who.password)
  await keyboard.press(forms.button('Sign Up'))
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible()
  await keyboard.expectNoLostFocus()
}

/** How late every answer is, ms: longer than the focus may be lost for (keyboard.ts). */
const wait = 1500

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('dinner and an account with the keyboard only, in another time zone and with every answer late', async ({ page, api, log }) => {
    log.expect(/404/) // the guest's order goes with the guest
    const keyboard = await Keyboard.watch(page)
    await page.route('**/api/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      await route.continue().catch(() => {}) // the page was left
    })
    await test.step('dinner', () => orderDinner(page, keyboard, api))
    await test.step('an account', () => signUp(page, keyboard))
  })
})
