import type { Page } from '@playwright/test'
import type { AddFundOutputBody, GatewayPaymentView } from '../web/src/lib/api/types.gen.ts'
import { choose } from './choose.ts'
import { Customer, decideSandbox } from './customer.ts'
import { buy } from './guest.ts'
import { button, dialog, inDialog, main, type Screen } from './screen.ts'
import type { TownAPI } from './town-api.ts'
import type { Visit } from './storage.ts'

/** A customer with a payment and a bonus in the wallet, who is back from the gateway. */
async function withHistory(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const id = await customer.topUp(100)
  await customer.waitForBalance(110)
  return { stored: customer.stored(), link: backAt('/wallet', id) }
}

const asCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

/** The address to which the gateway sends a shopper. */
const backAt = (path: string, payment: string) => `${path}?payment=${payment}`

/** A customer without money whose payment into the wallet came to this. */
const backWith = (choice: string) => async (api: TownAPI): Promise<Visit> => {
  const customer = await Customer.signUp(api)
  return { stored: customer.stored(), link: backAt('/wallet', await customer.topUp(60, choice)) }
}

/** A customer with a cart, and a wallet that covers a part of it. */
async function withPart(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await customer.saveAddress()
  await customer.topUp(5)
  await customer.waitForBalance(5)
  const { item, store } = await api.simple()
  await customer.add(item, Math.ceil(Math.max(store.minimum_order, 6) / item.price) + 1)
  return { stored: customer.stored() }
}

/** A customer whose order waits for its payment, and who is back from the gateway without one. */
async function canceledAtGateway(api: TownAPI): Promise<Visit> {
  const { customer, order, link } = await orderByCard(api)
  return { stored: customer.stored(), orderId: order.id, link: await decideSandbox(api, link, 'cancel') }
}

/** A customer who canceled an order while its money was on the way. */
async function paidAfterCancel(api: TownAPI): Promise<Visit> {
  const { customer, order, link } = await orderByCard(api)
  const back = await decideSandbox(api, link, 'pay_later')
  await customer.send('POST', `/orders/${order.id}/cancel`, { reason: 'other' })
  const payment = new URL(back, api.url).searchParams.get('payment')
  const status = async () => (await customer.send<GatewayPaymentView>('GET', `/payments/${payment}`)).status
  for (const until = Date.now() + 20_000; (await status()) !== 'returned'; ) {
    if (Date.now() > until) throw new Error(`the payment is ${await status()}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return { stored: customer.stored(), orderId: order.id, link: back }
}

async function orderByCard(api: TownAPI) {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  const count = Math.ceil(store.minimum_order / item.price) + 1
  const { order, redirect_link: link } = await buy(api, { token: customer.token }, item, count, { online: true })
  return { customer, order, link: link! }
}

/**
 * Opens the page again with a payment in a state that does not last at the demo's gateway, or that
 * the gateway never has. Its loader stands still, so that the page is not loading for ever.
 */
const withStatus = (status: GatewayPaymentView['status']) => async (page: Page, api: TownAPI) => {
  await page.route(/\/api\/v1\/payments\//, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as GatewayPaymentView), status } })
  })
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const fund = { amount: 60, payment_method: 'sandbox', payment_platform: 'web' }
  const { payment_id } = await api.send<AddFundOutputBody>('POST', '/wallet/add-fund', fund, 'food', token)
  await page.goto(backAt('/wallet', payment_id))
  const notice = main(page).locator('section[data-tone]')
  await notice.getByRole('button').waitFor()
  await notice.evaluate((its) => its.getAnimations({ subtree: true }).forEach((animation) => animation.cancel()))
}

async function useWallet(page: Page) {
  await choose(main(page).locator('input[name=use_wallet]'))
  await choose(main(page).locator('input[name=payment][value^=digital]'))
  await main(page).locator('[data-code=to_pay]').waitFor()
  // On phones, what stands at the bottom would cover a part of a button.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Waits until the notice shows its final text. */
const finalNotice = async (page: Page) => {
  await main(page).getByRole('status').locator('h2').waitFor()
  await main(page).locator('section[data-tone] .mantine-Loader-root').waitFor({ state: 'detached', timeout: 90_000 })
}

/** Chooses no method, and then types too little. */
async function makeAddFundErrors(page: Page) {
  await main(page).locator('button[aria-haspopup=dialog]').first().click()
  await dialog(page).locator('input').first().fill('60')
  await dialog(page).locator('button[type=submit]').click()
  await dialog(page).locator('input').first().fill('0.5')
  await dialog(page).locator('input[aria-invalid=true]').first().waitFor()
}

async function openAddFund(page: Page) {
  await main(page).locator('button[aria-haspopup=dialog]').first().click()
  await dialog(page).locator('input').first().fill('60')
  await dialog(page).getByRole('status').locator('bdi').waitFor()
}

/** The wallet of a customer, orders by card, and what a shopper sees after coming back from a gateway. */
export const walletScreens: readonly Screen[] = [
  { name: 'wallet', state: 'paid', before: withHistory, path: (_, { link }) => link!, action: button('Add fund'), waits: /\/wallet/ },
  { name: 'wallet', state: 'empty-failed', before: backWith('decline'), path: (_, { link }) => link!, action: button('Try again') },
  { name: 'wallet', state: 'pending', before: asCustomer, path: () => '/wallet', open: withStatus('pending'), action: button('Close') },
  { name: 'wallet', state: 'held', before: asCustomer, path: () => '/wallet', open: withStatus('held'), action: button('Close') },
  { name: 'wallet', state: 'guest', path: () => '/wallet', action: button('Sign In') },
  { name: 'add-fund', state: 'loaded', before: asCustomer, path: () => '/wallet', open: openAddFund, action: inDialog('Continue to payment') },
  { name: 'add-fund', state: 'errors', before: asCustomer, path: () => '/wallet', open: makeAddFundErrors, action: (page) => dialog(page).getByLabel('Amount') },
  { name: 'checkout-payment', state: 'part', before: withPart, path: () => '/checkout?page=cart', open: useWallet, action: button(/\bOrder and pay/) },
  { name: 'order-payment', state: 'returned', before: paidAfterCancel, path: (_, { link }) => link!, open: finalNotice, action: button('Close') },
  {
    name: 'order-payment',
    state: 'canceled-other-ways',
    before: canceledAtGateway,
    path: (_, { link }) => link!,
    open: async (page) => {
      await finalNotice(page)
      await main(page).locator('section:not([data-tone]) button').nth(1).click()
      await main(page).getByRole('radio').first().waitFor({ state: 'attached' })
    },
    action: (page) => main(page).getByRole('radio').first(),
  },
]
