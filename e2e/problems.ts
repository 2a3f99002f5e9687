import { Customer, decideSandbox } from './customer.ts'
import { buy } from './guest.ts'
import { admin, Staff } from './staff.ts'
import type { TownAPI } from './town-api.ts'

/** Other tests of a town leave problems too: each customer has a name of their own. */
let count = 0

/** A customer whose refund the gateway cannot send, and who has paid another amount into the wallet than they should. */
export async function withProblems(api: TownAPI) {
  const customer = await Customer.signUp(api, { name: `Mira Sol ${String.fromCodePoint(65 + count++)}` })
  const owner = await Staff.signIn(api, admin)
  const { item, store } = await api.simple()
  const quantity = Math.ceil(store.minimum_order / item.price) + 1
  const { order, redirect_link: link } = await buy(api, { token: customer.token }, item, quantity, { online: true })
  await decideSandbox(api, link!, 'pay', 'at_once', 'fail')
  await waitUntilPaid(owner, order.id)
  await owner.move(order.id, 'canceled')
  await customer.topUp(60, 'pay_more')
  await owner.waitForProblems(customer, 2)
  return { customer, owner, order }
}

async function waitUntilPaid(owner: Staff, id: number) {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if ((await owner.find(id)).payment_status === 'paid') return
  }
  throw new Error(`order ${id} was never paid`)
}
