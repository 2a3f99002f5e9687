import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ maps: false })

const orders = '**/api/v1/orders'

/** Lets orders reach the server and drops each response. Returns the ids of the placed orders. */
async function loseAnswers(page: Page) {
  const placed: number[] = []
  await page.route(orders, async (route) => {
    const answer = await route.fetch()
    placed.push((await answer.json()).order.id)
    await route.abort('connectionreset')
  })
  return placed
}

/** A guest with a cart that can be ordered. */
async function withFullCart(api: TownAPI) {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  await guest.add(item, Math.max(1, Math.ceil(store.minimum_order / item.sale_price)))
  return guest
}

test('CHK-04 TRAP_O1 an order that did not arrive is placed by asking, and once if the response is lost as well', async ({ page, api, visit, log }) => {
  log.expect(/ERR_CONNECTION_RESET/)
  await visit({ stored: (await withFullCart(api)).stored() })
  const checkout = new Checkout(page)
  await page.goto('/checkout?page=cart')
  await checkout.introduce(asha)
  const ask = checkout.main.getByRole('button', { name: 'Check again' })

  await test.step('nothing arrived: all that can be done is to ask again', async () => {
    await page.route(orders, (route) => route.abort('connectionreset'))
    await checkout.place.click()
    await expect(ask).toBeEnabled()
    await expect(checkout.place).toHaveCount(0)
    await expect(checkout.main.getByRole('radio')).toHaveCount(0)
    await page.unroute(orders)
  })

  const placed = await loseAnswers(page)
  await test.step('asking places it, but the response is lost', async () => {
    await ask.click()
    await expect.poll(() => placed.length).toBeGreaterThan(0)
    await expect(ask).toBeEnabled()
  })

  await page.reload()
  await expect(ask).toBeEnabled()
  await page.unroute(orders)
  await ask.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  expect(new Set(placed)).toEqual(new Set([new OrderPage(page).id()]))
  await expect(new Cart(page).button).toHaveAccessibleName('Cart, empty')
})

test('CHK-04 a guest who leaves while the order is placed keeps it and sees its number', async ({ page, api, visit }) => {
  await visit({ stored: (await withFullCart(api)).stored() })
  await page.goto('/about-us')
  const cart = new Cart(page)
  await cart.open()
  await cart.checkOutAsGuest()
  const checkout = new Checkout(page)
  await checkout.introduce(asha)
  await expect(checkout.place).toBeEnabled()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(orders, async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest(orders)
  await checkout.place.click()
  await asked
  await page.goBack()
  await expect(page).toHaveURL('/about-us')
  answer()
  await expect(page.getByText(/^Order \d+ is placed\./)).toBeVisible()
  await expect(cart.button).toHaveAccessibleName('Cart, empty')
  await page.getByRole('button', { name: 'See order' }).click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).receipt).toBeVisible()
})
