import type { Page } from '@playwright/test'
import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, test, testInOneTab } from '../fixtures.ts'
import { buy, Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import { SandboxPage } from '../pages/sandbox-page.ts'
import { waitUntilLoaded } from '../screen.ts'
import type { TownAPI } from '../town-api.ts'

// Only people move orders here.
test.use({ crew: 'off' })
testInOneTab.use({ crew: 'off' })

/** Chooses the gateway by its card: the input itself is not to be seen. */
async function payOnTheNextPage(page: Page) {
  const choice = page.getByRole('radio', { name: /Pay on the next page/ })
  await page.locator('label', { has: choice }).click()
  await expect(choice).toBeChecked()
}

/** A new customer has ordered by card, and not paid. */
async function orderByCard(api: TownAPI) {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  const placed = await buy(api, customer, item, Math.ceil(store.minimum_order / item.price) + 1, { online: true })
  return { customer, ...placed }
}

/** Puts a bit more than a store's minimum, and than the wallet's part, into the cart. */
async function fillCart(api: TownAPI, customer: Customer) {
  await customer.saveAddress()
  const { item, store } = await api.simple()
  await customer.add(item, Math.ceil(Math.max(store.minimum_order, 6) / item.price) + 1)
}

/** In minor units, as all amounts here. */
const walletPart = 500

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
const inCurrency = (amount: number) => `USD ${(amount / 100).toFixed(2)}`

/** Pays an order from the wallet, and the rest by card. Returns the address of the gateway's page too. */
async function payPartly(page: Page, api: TownAPI, customer: Customer) {
  await customer.topUp(walletPart / 100)
  await customer.waitForBalance(walletPart / 100)
  await fillCart(api, customer)
  await page.goto('/checkout?page=cart')
  await waitUntilLoaded(page) // what loads moves the checkbox
  await choose(page.getByRole('checkbox', { name: /Use my wallet/ }))
  await payOnTheNextPage(page)
  await expect(new Checkout(page).row('From your wallet')).toContainText(`-${dollars(walletPart)}`)
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  const link = await new SandboxPage(page).choose('Pay', { refunds: 'They are done after 5 seconds' })
  const order = new OrderPage(page)
  await expect(order.headline).toHaveText('Waiting for the store')
  return { order, id: order.id(), link, total: await order.total() }
}

/** Expects that all of an order's money went back: a part to the card, the rest into the wallet. */
async function expectMoneyBack(page: Page, id: number, link: string, { total, toCard }: { total: number; toCard: number }) {
  await page.goto('/wallet')
  const back = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Money back for order ${id}` }) })
  await expect(back).toContainText(`+${dollars(total - toCard)}`)
  await expect(async () => {
    const statement = await new SandboxPage(page).statement(link)
    expect(statement).toEqual([`Charged ${inCurrency(toCard)}`, `Sent back ${inCurrency(toCard)}`])
  }).toPass({ timeout: 30_000 })
}

test('CHK-03 TRAP_O1 a guest’s order is declined, its money does not come, it is paid twice, and the second charge comes back', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ stored: guest.stored() })
  await page.goto('/checkout?page=cart')
  await new Checkout(page).introduce({ name: asha.name, phone: asha.phone })
  await payOnTheNextPage(page)
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  const order = new OrderPage(page)
  const gateway = new SandboxPage(page)
  const payNow = page.getByRole('button', { name: 'Pay now' })
  const result = (name: string) => page.getByRole('heading', { name })

  await test.step('back from the gateway is the order, and not the checkout', async () => {
    await page.waitForURL(/\/sandbox-pay\//)
    await page.goBack()
    await expect(order.headline).toHaveText('Waiting for your payment')
    await payNow.click()
  })

  await test.step('declined', async () => {
    await gateway.choose('Decline')
    await expect(result('Your payment did not work')).toBeVisible()
    await expect(order.headline).toHaveText('Waiting for your payment')
    await expect(page).toHaveURL(new RegExp(`/order/${order.id()}$`))
    await payNow.click()
  })

  await test.step('the money does not come after all', async () => {
    await gateway.choose('Pay, the money does not come')
    await expect(result('Your payment is on its way')).toBeVisible()
    await expect(result('Your payment did not work')).toBeVisible({ timeout: 30_000 })
    await expect(order.headline).toHaveText('Waiting for your payment')
    await payNow.click()
  })

  const link = await test.step('paid', async () => {
    const link = await gateway.choose('Pay twice', { webhooks: 'Out of order' })
    await expect(result('Your payment has arrived')).toBeVisible({ timeout: 30_000 })
    await expect(order.headline).toHaveText('Waiting for the store')
    await expect(payNow).toHaveCount(0)
    return link
  })

  await test.step('once, with an empty cart', async () => {
    const paid = inCurrency(await order.total())
    await page.getByRole('link', { name: 'Invoice' }).click()
    await expect(page.getByText('Paid online')).toHaveCount(1)
    await page.goto('/checkout?page=cart')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Order and pay|Place order)/ })).toHaveCount(0)
    await expect(async () => {
      expect(await gateway.statement(link)).toEqual([`Charged ${paid}`, `Charged ${paid}`, `Sent back ${paid}`])
    }).toPass({ timeout: 30_000 })
  })
})

testInOneTab('PRC-08 CHK-03 the wallet pays a part, the gateway the rest, and both come back after a cancellation', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const { order, id, link, total } = await payPartly(page, api, customer)
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByText('Wallet', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Paid online')).toBeVisible()

  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByRole('radio').first())
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(order.headline).toHaveText('This order was canceled')
  await expectMoneyBack(page, id, link, { total, toCard: total - walletPart })
})

testInOneTab('CHK-03 an order that waits for its payment is changed to cash', async ({ page, api, visit }) => {
  const { customer, order: placed } = await orderByCard(api)
  await visit({ stored: customer.stored() })
  await page.goto(`/order/${placed.id}`)
  const order = new OrderPage(page)
  await expect(order.headline).toHaveText('Waiting for your payment')
  await page.getByRole('button', { name: 'Pay in another way' }).click()
  await choose(page.getByRole('radio', { name: 'Cash on delivery' }))
  await page.getByRole('button', { name: 'Pay like this' }).click()
  await expect(page.getByText('The way to pay was changed.')).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for the store')
})

test('CHK-03 ORD-01 the gateway’s page is closed, and the payment arrives in the list of orders @phone', async ({ page, api, visit }) => {
  const { customer, redirect_link } = await orderByCard(api)
  await visit({ stored: customer.stored() })
  await page.goto('/my-orders')
  const order = page.getByRole('main').getByRole('article')
  await expect(order).toContainText('Waiting for your payment')
  const paying = await page.context().newPage()
  await paying.goto(redirect_link!, { waitUntil: 'domcontentloaded' })
  await new SandboxPage(paying).chooseAndClose('Pay')
  await expect(order).toContainText('Waiting for the store')
  await order.getByRole('link').click()
  await expect(new OrderPage(page).headline).toHaveText('Waiting for the store')
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
})
