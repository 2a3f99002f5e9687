import type {
  AddFundOutputBody,
  CustomerView,
  ItemView,
  SavedAddress,
  SignInView,
  StoreView,
  UpdateProfileOutputBody,
  WalletOutputBody,
} from '../web/src/lib/api/types.gen.ts'
import { buy, lineOf } from './guest.ts'
import type { TownAPI } from './town-api.ts'

/** Makes the data of each customer unique within a worker's town. */
let count = 0

/**
 * A signed-in customer whose data is created through the API, for tests that are
 * not about these steps.
 */
export class Customer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly token: string
  readonly id: number
  private readonly api: TownAPI

  private constructor(api: TownAPI, who: Person, { token, customer_id: id = 0 }: SignInView) {
    this.api = api
    this.name = who.name
    this.email = who.email
    this.phone = who.phone
    this.password = who.password
    this.token = token
    this.id = id
  }

  /** Signs up; verification is off in the demo, so that this is all (AUTH-05). */
  static async signUp(api: TownAPI, known: Partial<Person> = {}): Promise<Customer> {
    const who = { ...newPerson(), ...known }
    const body = { ...who, confirm_password: who.password, tandc: true }
    return new Customer(api, who, await api.send<SignInView>('POST', '/auth/sign-up', body))
  }

  /** What the customer's browser would remember. */
  stored = (): Record<string, string> => ({ token: this.token, customer: String(this.id) })

  /** A call of the API as this customer. */
  send = <T>(method: string, path: string, body?: object, type = 'food'): Promise<T> =>
    this.api.send<T>(method, path, body, type, this.token)

  info = () => this.send<CustomerView>('GET', '/customer/info')

  /** Puts an item into the cart, with as little chosen as it asks for. */
  async add(item: ItemView, quantity = 1) {
    await this.send('POST', '/cart', lineOf(item, quantity), item.module_type)
  }

  /** Orders one item alone, in cash. */
  async buy(item: ItemView, quantity: number) {
    const { order } = await buy(this.api, { token: this.token }, item, quantity)
    return order
  }

  /** Orders one item for a later slot, so that the order keeps waiting. */
  async buyLater(item: ItemView, quantity: number) {
    const { order } = await buy(this.api, { token: this.token }, item, quantity, { later: true })
    return order
  }

  /** Pays into the wallet at the demo's gateway. Returns the payment's id. choice and webhooks are values of its page. */
  async topUp(amount: number, choice = 'pay', webhooks = 'at_once'): Promise<string> {
    const fund = { amount, payment_method: 'sandbox', payment_platform: 'web' }
    const { redirect_link, payment_id } = await this.send<AddFundOutputBody>('POST', '/wallet/add-fund', fund)
    await decideSandbox(this.api, redirect_link, choice, webhooks)
    return payment_id
  }

  /** Waits until the wallet has an amount. */
  async waitForBalance(amount: number) {
    for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 200))) {
      if ((await this.send<WalletOutputBody>('GET', '/wallet')).balance === amount) return
    }
    throw new Error(`the wallet never had ${amount}`)
  }

  /** Keeps a thing in the wishlist (WISH-01). */
  addToWishlist = (what: { item: ItemView } | { store: StoreView }) =>
    'item' in what
      ? this.send('POST', `/wishlist?item_id=${what.item.id}`, undefined, what.item.module_type)
      : this.send('POST', `/wishlist?store_id=${what.store.id}`, undefined, what.store.module_type)

  /** Proves the phone or the e-mail with the code that the demo tells, as the profile's form does (PROF-04). */
  async verify(kind: 'phone' | 'email') {
    const { demo_otp: otp } = await this.profile({ [kind]: this[kind], button_type: kind })
    await this.profile({ [kind]: this[kind], button_type: kind, verification_on: kind, otp: otp ?? '' })
  }

  private async profile(fields: Record<string, string>): Promise<UpdateProfileOutputBody> {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { Authorization: `Bearer ${this.token}` }
    const answer = await fetch(`${this.api.url}/api/v1/customer/update-profile`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`update-profile answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as UpdateProfileOutputBody
  }

  /** Saves an address, in the middle of town where nothing else is said (ADDR-04). */
  async saveAddress(address: Partial<SavedAddress> = {}) {
    const { location, point } = await this.api.place()
    await this.send('POST', '/customer/addresses', {
      address_type: 'home',
      address: location,
      latitude: point.lat,
      longitude: point.lng,
      contact_person_name: this.name,
      contact_person_number: this.phone,
      ...address,
    } satisfies SavedAddress)
  }
}

/** Sends the form of the demo's gateway, as a shopper does on its page. Returns where the shopper is sent then. */
export async function decideSandbox(api: TownAPI, link: string, choice: string, webhooks = 'at_once', refunds = 'at_once'): Promise<string> {
  const body = new URLSearchParams({ choice, webhooks, refunds })
  const answer = await fetch(new URL(link, api.url), { method: 'POST', body, redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`the sandbox answered ${answer.status}`)
  const { pathname, search } = new URL(answer.headers.get('location') ?? '', api.url)
  return pathname + search
}

type Person = { name: string; email: string; phone: string; password: string; ref_code?: string }

/** Returns the data of a person without an account. */
export function newPerson(): Person {
  const n = ++count
  return {
    name: 'Mira Sol',
    email: `mira.sol.${n}@example.com`,
    phone: `+1202555${2000 + n}`,
    password: 'lantern-tide-42',
  }
}
