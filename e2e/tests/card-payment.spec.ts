import type { Page } from '@playwright/test'
import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import { SandboxPage } from '../pages/sandbox-page.ts'
import { waitUntilLoaded } from '../screen.ts'
import { admin, Staff } from '../staff.ts'
import type { Visit } from '../storage.ts'
import type { TownAPI } from '../town-api.ts'

// Only people move orders here.
test.use({ crew: 'off' })

/** Chooses the gateway by its card: the input itself is not to be seen. */
async function payOnTheNextPage(page: Page) {
  const choice = page.getByRole('radio', { name: /Pay on the next page/ })
  await page.locator('label', { has: choice }).click()
  await expect(choice).toBeChecked()
}

/** A new customer orders by card, and is on the gateway's page. */
async function orderByCard(page: Page, api: TownAPI, visit: (visit: Visit) => Promise<void>) {
  const customer = await Customer.signUp(api)
  await fillCart(api, customer)
  await visit({ stored: customer.stored() })
  await page.goto('/checkout?page=cart')
  await payOnTheNextPage(page)
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  await page.waitForURL(/\/sandbox-pay\//)
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
async function payPartly(page: Page, api: TownAPI, customer: Customer, refunds?: 'They are done after 5 seconds') {
  await customer.topUp(walletPart / 100)
  await customer.waitForBalance(walletPart / 100)
  await fillCart(api, customer)
  await page.goto('/checkout?page=cart')
  await waitUntilLoaded(page) // what loads moves the checkbox
  await page.getByRole('checkbox', { name: /Use my wallet/ }).check({ force: true })
  await payOnTheNextPage(page)
  await expect(new Checkout(page).row('From your wallet')).toContainText(`-${dollars(walletPart)}`)
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  const link = await new SandboxPage(page).choose('Pay', { refunds })
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

test('CHK-03 TRAP_O1 a guest’s order is declined at the gateway, and paid from its page @both', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ stored: guest.stored() })
  await page.goto('/checkout?page=cart')
  await new Checkout(page).introduce({ name: asha.name, phone: asha.phone })
  await payOnTheNextPage(page)
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  await new SandboxPage(page).choose('Decline')

  const order = new OrderPage(page)
  await expect(page.getByText('Your payment did not work')).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for your payment')
  const id = order.id()
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  await page.getByRole('button', { name: 'Pay now' }).click()
  await new SandboxPage(page).choose('Pay')
  await expect(page.getByRole('heading', { name: 'Your payment has arrived' })).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for the store')
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)

  await page.goto('/checkout?page=cart')
  await expect(page.getByRole('button', { name: /^(Order and pay|Place order)/ })).toHaveCount(0)
})

test('PRC-08 CHK-03 the wallet pays a part, the gateway the rest, and both come back after a cancellation', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const { order, id, link, total } = await payPartly(page, api, customer)
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByText('Wallet', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Paid online')).toBeVisible()

  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check({ force: true })
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(order.headline).toHaveText('This order was canceled')
  await expectMoneyBack(page, id, link, { total, toCard: total - walletPart })
})

test('WAL-02 ORD-04 a refund goes to the card first, and the rest into the wallet', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const { id, link, total } = await payPartly(page, api, customer, 'They are done after 5 seconds')
  const staff = await Staff.signIn(api, admin)
  await staff.deliver(id)
  await customer.send('POST', `/orders/${id}/refund`, { reason: 'missing', note: 'All of it was missing', lines: [] })
  await staff.decideRefund(id, { approve: true })
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('region', { name: 'You got a refund' })).toContainText(dollars(total))
  await expectMoneyBack(page, id, link, { total, toCard: total - walletPart })
})

test('CHK-03 an order that is paid twice is paid once, and the second charge comes back @postgres', async ({ page, api, visit }) => {
  await orderByCard(page, api, visit)
  const link = await new SandboxPage(page).choose('Pay twice', { webhooks: 'Out of order' })
  const order = new OrderPage(page)
  await expect(page.getByRole('heading', { name: 'Your payment has arrived' })).toBeVisible({ timeout: 30_000 })
  await expect(order.headline).toHaveText('Waiting for the store')
  const paid = inCurrency(await order.total())
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByText('Paid online')).toHaveCount(1)
  await expect(async () => {
    const statement = await new SandboxPage(page).statement(link)
    expect(statement).toEqual([`Charged ${paid}`, `Charged ${paid}`, `Sent back ${paid}`])
  }).toPass({ timeout: 30_000 })
})

test('CHK-03 money that does not come after all leaves the order unpaid, and it is paid again', async ({ page, api, visit }) => {
  await orderByCard(page, api, visit)
  await new SandboxPage(page).choose('Pay, the money does not come')
  const order = new OrderPage(page)
  await expect(page.getByRole('heading', { name: 'Your payment is on its way' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your payment did not work' })).toBeVisible({ timeout: 30_000 })
  await expect(order.headline).toHaveText('Waiting for your payment')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await new SandboxPage(page).choose('Pay', { webhooks: 'Twice' })
  await expect(page.getByRole('heading', { name: 'Your payment has arrived' })).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for the store')
})

test('CHK-03 ORD-01 the gateway’s page is closed, and the payment arrives in the list of orders @phone', async ({ page, api, visit }) => {
  await orderByCard(page, api, visit)
  const later = await page.context().newPage()
  await new SandboxPage(page).chooseAndClose('Pay', { webhooks: '20 seconds late' })
  await later.goto('/my-orders')
  const order = later.getByRole('main').getByRole('article')
  await expect(order).toContainText('Waiting for your payment')
  await expect(order).toContainText('Waiting for the store', { timeout: 40_000 })
  await order.getByRole('link').click()
  await expect(new OrderPage(later).headline).toHaveText('Waiting for the store')
  await expect(later.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
})

test('CHK-03 an order that waits for its payment is changed to cash', async ({ page, api, visit }) => {
  await orderByCard(page, api, visit)
  await page.waitForURL(/\/sandbox-pay\//)
  await page.goBack()
  const order = new OrderPage(page)
  await expect(order.headline).toHaveText('Waiting for your payment')
  await page.getByRole('button', { name: 'Pay in another way' }).click()
  await page.getByRole('radio', { name: 'Cash on delivery' }).check({ force: true })
  await page.getByRole('button', { name: 'Pay like this' }).click()
  await expect(page.getByText('The way to pay was changed.')).toBeVisible()
  await expect(order.headline).toHaveText('Waiting for the store')
})
