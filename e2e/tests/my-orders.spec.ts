import type { OrderView, UnclaimedOutputBody } from '../../web/src/lib/api/types.gen.ts'
import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Checkout } from '../pages/checkout.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { OrderPage } from '../pages/order-page.ts'
import { admin, Staff } from '../staff.ts'
import type { TownAPI } from '../town-api.ts'

// Only the tests move orders.
test.use({ crew: 'off', maps: false })

/** Brings an order to its shopper. */
const deliver = async (api: TownAPI, id: number) => (await Staff.signIn(api, admin)).deliver(id)

const enough = (price: number, minimum: number) => Math.ceil(minimum / price) + 1

const tab = (page: Page, name: 'Running' | 'Past') => page.getByRole('tab', { name })
const card = (page: Page, id: number) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: new RegExp(` Order ${id}$`) }) })

test('PERM-01 ORD-01 a guest is asked to sign in', async ({ page, visit }) => {
  await visit()
  await page.goto('/my-orders')
  await expect(page.getByRole('heading', { level: 1, name: 'You are not logged in' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('ORD-01 TRAP_O6 a customer’s orders are followed in the list, and found again among the past ones', async ({
  page,
  api,
  visit,
}) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const quantity = enough(item.price, store.minimum_order)
  const planned = await customer.buyLater(item, quantity)
  await visit({ stored: customer.stored() })
  const order = new OrderPage(page)

  await test.step('under way is what waits, with what it is', async () => {
    await page.goto('/my-orders')
    await expect(card(page, planned.id)).toContainText(store.name)
    await expect(card(page, planned.id)).toContainText(item.name)
    await expect(card(page, planned.id)).toContainText('Scheduled')
  })

  const { id } = await customer.buy(item, quantity)
  await test.step('the open list shows an order of another device, and follows it to its end', async () => {
    await card(page, id).getByRole('link').focus()
    await deliver(api, id)
    await expect(page.getByRole('status').filter({ hasText: `Order ${id}: Delivered` })).toBeAttached()
    await expect(card(page, id)).toHaveCount(0)
    await expect(page.getByRole('tabpanel')).toBeFocused()
    await expect(card(page, planned.id)).toBeVisible()
  })

  await test.step('what arrived is in the history', async () => {
    await tab(page, 'Past').click()
    await expect(card(page, id)).toContainText('Delivered')
    await expect(card(page, planned.id)).toHaveCount(0)
    await page.reload()
    await expect(card(page, id)).toBeVisible()
    await card(page, id).getByRole('link').click()
    await expect(order.headline).toHaveText('Delivered')
    await expect(order.history).toHaveCount(6)
  })

  await test.step('nothing of it stays on the device', async () => {
    expect(await page.evaluate(() => localStorage.getItem('guest_orders'))).toBeNull()
  })
})

test('ORD-04 a canceled order keeps its reason and moves to the past orders @phone', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const { id } = await customer.buyLater(item, enough(item.price, store.minimum_order))
  await visit({ stored: customer.stored() })
  await page.goto('/my-orders')
  await card(page, id).getByRole('link').click()
  const order = new OrderPage(page)
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  const reason = dialog.getByRole('radio').first()
  await choose(reason)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(order.headline).toHaveText('This order was canceled')
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).first().click()
  await expect(page.getByText('Nothing is on its way')).toBeVisible()
  await tab(page, 'Past').click()
  await expect(card(page, id)).toContainText('This order was canceled')
})

test('TRAP_P2 another customer’s order is not shown', async ({ page, api, visit, log }) => {
  log.expect(/404/)
  const [one, other] = [await Customer.signUp(api), await Customer.signUp(api)]
  const { item, store } = await api.simple()
  const { id } = await one.buy(item, enough(item.price, store.minimum_order))
  await visit({ stored: other.stored() })
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This order is not known on this device' })).toBeVisible()
  await page.goto('/my-orders')
  await expect(page.getByText('Nothing is on its way')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('TRAP_P4 an order placed with the customer’s phone is asked about: Mine adds it to the history, Not mine removes it', async ({ page, api, visit, log }) => {
  const customer = await Customer.signUp(api)
  await customer.verify('phone')
  const guest = await Guest.create(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const quantity = enough(item.price, store.minimum_order)
  const { id: own } = await guest.buy(item, quantity, { phone: customer.phone })
  const { id: foreign } = await guest.buy(item, quantity, { phone: customer.phone, later: true })
  await deliver(api, own)
  const left = async () => (await customer.send<UnclaimedOutputBody>('GET', '/orders/unclaimed')).orders
  const question = (id: number) => page.getByRole('group', { name: `${store.name} · Order ${id}` })

  await test.step('asked once the customer has signed in, and until then no part of the history', async () => {
    await visit()
    await page.goto('/my-orders?state=past')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await new SignInForms(page).signIn(customer.phone, customer.password)
    await expect(page.getByRole('region', { name: 'Are these orders yours?' })).toBeVisible()
    await expect(question(own)).toContainText('Delivered')
    await expect(question(foreign)).toContainText('Scheduled')
    await expect(page.getByText('No past orders yet')).toBeVisible()
  })

  await test.step('not mine takes it away', async () => {
    await question(foreign).getByRole('button', { name: 'Not mine' }).click()
    await expect(page.getByText(`You will not be asked about order ${foreign} again`)).toBeVisible()
    await expect(question(foreign)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Is this order yours?' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeFocused()
  })

  await test.step('mine, at the second try', async () => {
    log.expect(/ERR_CONNECTION_FAILED/)
    await page.route('**/claim', (route) => route.abort('connectionfailed'))
    await question(own).getByRole('button', { name: 'Mine', exact: true }).click()
    await expect(page.getByText(/^No connection\./)).toBeVisible()
    await page.unroute('**/claim')
    await question(own).getByRole('button', { name: 'Mine', exact: true }).click()
    await expect(card(page, own)).toContainText('Delivered')
    await expect(question(own)).toHaveCount(0)
  })

  await test.step('and nobody is asked again', async () => {
    await page.reload()
    await expect(card(page, own)).toBeVisible()
    await tab(page, 'Running').click()
    await expect(page.getByText('Nothing is on its way')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not mine' })).toHaveCount(0)
    expect(await left()).toEqual([])
  })
})

test('ORD-01 the history loads page by page', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const orders: number[] = []
  for (let n = 0; n < 22; n++) {
    const { id } = await customer.buyLater(item, enough(item.price, store.minimum_order))
    await customer.send<OrderView>('POST', `/orders/${id}/cancel`, { reason: 'I changed my mind' })
    orders.unshift(id)
  }
  await visit({ stored: customer.stored() })
  await page.goto('/my-orders?state=past')
  await expect(card(page, orders[0]!)).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('article')).toHaveCount(22)
  const shown = await page.getByRole('article').getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(shown).toEqual(orders.map((id) => `/order/${id}`))
})

test('ORD-01 ORD-02 CHK-04 TRAP_O6 a customer’s checkout ends on the order’s page, which the session opens and follows', async ({
  page,
  api,
  visit,
}) => {
  const customer = await Customer.signUp(api)
  await customer.saveAddress({ house: '12' })
  const { item, store } = await api.simple()
  await customer.add(item, enough(item.price, store.minimum_order))
  await visit({ stored: customer.stored() })
  await page.goto('/checkout?page=cart')
  const checkout = new Checkout(page)
  await checkout.place.click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  const order = new OrderPage(page)
  await expect(order.receipt).toContainText(item.name)
  const id = order.id()
  await expect.poll(async () => (await customer.send<OrderView>('GET', `/orders/${id}`)).id).toBe(id)
  await deliver(api, id)
  await expect(order.headline).toHaveText('Delivered')
  expect(await page.evaluate(() => localStorage.getItem('guest_orders'))).toBeNull()
})
