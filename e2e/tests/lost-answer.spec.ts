import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Cart } from '../pages/cart.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import { StorePage } from '../pages/store-page.ts'
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

/** The checkout of a full cart with all fields filled in. */
async function readyToPlace(page: Page, api: TownAPI) {
  await new StorePage(page).fillCart(await api.simple())
  const checkout = new Checkout(page)
  await page.goto('/checkout?page=cart')
  await checkout.introduce(asha)
  return checkout
}

test('CHK-04 TRAP_O1 an order whose response is lost is placed once, and is found after a reload', async ({ page, api, visit, log }) => {
  log.expect(/ERR_CONNECTION_RESET/)
  await visit()
  const checkout = await readyToPlace(page, api)
  const placed = await loseAnswers(page)
  await checkout.place.click()
  const ask = checkout.main.getByRole('button', { name: 'Ask again' })
  await expect(ask).toBeEnabled()
  await expect(checkout.place).toHaveCount(0)
  await expect(checkout.main.getByRole('radio')).toHaveCount(0)

  await page.reload()
  await expect(ask).toBeEnabled()
  await page.unroute(orders)
  await ask.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  expect(new Set(placed)).toEqual(new Set([new OrderPage(page).id()]))
  await expect(new Cart(page).button).toHaveAccessibleName('Cart, empty')
})

test('CHK-06 TRAP_O1 an order of one item whose response is lost is asked for, whatever is bought next', async ({ page, api, visit, log }) => {
  log.expect(/ERR_CONNECTION_RESET/)
  await visit()
  const found = await api.dish((each) => each.minimum_order <= 30)
  const shop = new StorePage(page)
  await shop.buyNow(found)
  const checkout = new Checkout(page)
  await checkout.introduce(asha)
  const placed = await loseAnswers(page)
  await checkout.place.click()
  const ask = checkout.main.getByRole('button', { name: 'Ask again' })
  await expect(ask).toBeEnabled()

  await page.unroute(orders)
  await shop.buyNow(found)
  await ask.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  expect(new Set(placed)).toEqual(new Set([new OrderPage(page).id()]))
})

test('CHK-04 an order that never reached the shop is placed by asking for it', async ({ page, api, visit, log }) => {
  log.expect(/ERR_CONNECTION_RESET/)
  await visit()
  const checkout = await readyToPlace(page, api)
  await page.route(orders, (route) => route.abort('connectionreset'))
  await checkout.place.click()
  const ask = checkout.main.getByRole('button', { name: 'Ask again' })
  await expect(ask).toBeEnabled()
  await page.unroute(orders)
  await ask.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
})

test('CHK-04 a guest who leaves while the order is placed keeps it and sees its number', async ({ page, api, visit }) => {
  await visit()
  const found = await api.simple()
  const shop = new StorePage(page)
  await shop.fillCart(found)
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
  await expect(page).toHaveURL(/\/store\//)
  answer()
  await expect(page.getByText(/^Order \d+ is placed\./)).toBeVisible()
  await expect(cart.button).toHaveAccessibleName('Cart, empty')
  await page.getByRole('button', { name: 'See order' }).click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).receipt).toBeVisible()
})
