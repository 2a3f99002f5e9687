import type { OrderView, StoreView } from '../web/src/lib/api/types.gen.ts'
import { Customer, newPerson } from './customer.ts'
import { Guest } from './guest.ts'
import { newsletterLinks } from './outbox.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

// What was there before the visit of a screen.

export async function withCart(api: TownAPI, fits?: (store: StoreView) => boolean): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item, store } = await api.dish(fits)
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  const { item: other } = await api.simple((_, { id }) => id === store.id)
  await guest.add(other)
  return { stored: guest.stored() }
}

export const contact = { contact_person_name: 'Asha Rao', contact_person_number: '+12025550123', house: '12', road: 'Rope Lane' }

export async function withContact(api: TownAPI, fits?: (store: StoreView) => boolean): Promise<Visit> {
  const [visit, { location, point }] = await Promise.all([withCart(api, fits), api.place()])
  const kept = { ...contact, address_type: 'home', address: location, point, for: location }
  return { stored: { ...visit.stored, contact: JSON.stringify(kept) } }
}

export async function withOrder(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item, store } = await api.dish()
  await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  return { stored: guest.stored() }
}

export async function withMedicine(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item } = await api.medicine('Amoxicillin 500 mg')
  await guest.add(item, 2)
  return { module: 'pharmacy', stored: guest.stored() }
}

/** An order whose prescription was not accepted. */
export async function withRefusedMedicine(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item } = await api.medicine('Sleeping tablets')
  const { id, token } = await guest.buy(item, 2, { prescription: true })
  const isRefused = async () => {
    const answer = await fetch(`${api.url}/api/v1/orders/${id}`, { headers: { 'X-Order-Token': token } })
    return ((await answer.json()) as OrderView).prescription_status === 'refused'
  }
  while (!(await isRefused())) await new Promise((resolve) => setTimeout(resolve, 500))
  return { module: 'pharmacy', stored: guest.stored() }
}

/** A customer with an order that was delivered, which has earned points. */
export async function withPoints(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  await customer.buy(item, enough(item.price, Math.max(store.minimum_order, 21)))
  const points = async () => (await customer.send<{ points: number }>('GET', '/loyalty')).points
  while ((await points()) === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  return { stored: customer.stored() }
}

/** A delivered order, and something of another store in the cart: to order again asks first. */
export async function withPastOrder(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const { id, token } = await guest.buy(item, enough(item.price, store.minimum_order))
  const isOver = async () => {
    const answer = await fetch(`${api.url}/api/v1/orders/${id}`, { headers: { 'X-Order-Token': token } })
    return ((await answer.json()) as OrderView).order_status === 'delivered'
  }
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 500))
  const { item: other } = await api.simple((_, { id: storeId }) => storeId !== store.id)
  await guest.add(other)
  return { stored: guest.stored() }
}

export const orderPath = (_: TownAPI, { stored }: Visit) => `/order/${JSON.parse(stored?.['guest_orders'] ?? '[]')[0].id}`

const enough = (price: number, minimum: number) => Math.ceil(minimum / price) + 1

/** Somebody who has signed in before, and so has no guest's orders on the device. */
export const asCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

export async function withWishlist(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.dish()
  const { item: other } = await api.simple()
  const closed = await api.closedStore()
  for (const what of [{ store: closed }, { store }, { item: other }, { item }]) await customer.addToWishlist(what)
  return { stored: customer.stored() }
}

/** One order that waits for its time, and one that is at the door within seconds. */
export async function withOrders(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const { id } = await customer.buy(item, enough(item.price, store.minimum_order))
  const planned = await customer.buyLater(item, enough(item.price, store.minimum_order))
  const isOver = async () => (await customer.send<OrderView>('GET', `/orders/${id}`)).order_status === 'delivered'
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 500))
  return { stored: customer.stored(), orderId: planned.id }
}

/** Somebody with whose phone strangers have ordered: once for now, once for later. */
export async function withUnclaimed(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await customer.verify('phone')
  const guest = await Guest.create(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const quantity = enough(item.price, store.minimum_order)
  await guest.buy(item, quantity, { phone: customer.phone })
  await guest.buy(item, quantity, { phone: customer.phone, later: true })
  await customer.buyLater(item, quantity)
  return { stored: customer.stored() }
}

/** Somebody who was mailed the links of the newsletter. */
export async function withNewsletterMail(api: TownAPI): Promise<Visit> {
  const { email } = newPerson()
  await api.send('POST', '/newsletter', { email })
  return { link: (await newsletterLinks(api, email)).confirm }
}
