import type {
  CartPayload,
  CheckoutBody,
  GuestOutputBody,
  ItemView,
  PlaceOutputBody,
  QuoteView,
} from '../web/src/lib/api/types.gen.ts'
import { photo } from './picture.ts'
import type { TownAPI } from './town-api.ts'

/**
 * A guest whose cart and orders are created through the API, for tests that are not
 * about these steps.
 */
export class Guest {
  readonly id: string
  private readonly api: TownAPI
  private readonly orders: { id: number; token: string }[] = []

  private constructor(id: string, api: TownAPI) {
    this.id = id
    this.api = api
  }

  static async create(api: TownAPI): Promise<Guest> {
    const { guest_id } = await api.send<GuestOutputBody>('POST', '/auth/guest', undefined)
    return new Guest(guest_id, api)
  }

  /** What the guest's browser would remember. */
  stored = (): Record<string, string> => ({ guest_id: this.id, guest_orders: JSON.stringify(this.orders) })

  /** Puts an item into the cart, with as little chosen as it asks for. */
  async add(item: ItemView, quantity = 1) {
    await this.api.send('POST', '/cart', { ...lineOf(item, quantity), guest_id: this.id }, item.module_type)
  }

  /** Orders one item alone, in cash. */
  async buy(item: ItemView, quantity: number, options?: OrderOptions) {
    const { order, tracking_token: token } = await buy(this.api, { guestId: this.id }, item, quantity, options)
    this.orders.push({ id: order.id, token })
    return { id: order.id, token }
  }

  /** Says that an order was paid by bank transfer. */
  async sendPayment(id: number) {
    const { token } = this.orders.find((order) => order.id === id)!
    await this.api.send('POST', `/orders/${id}/offline-payment`, { token, fields: { reference: 'T-2041', name: 'Asha Rao' } })
  }

  /** Asks for the money of a delivered order back. */
  async askForRefund(id: number, lines: { line_id: number; quantity: number }[] = []) {
    const { token } = this.orders.find((order) => order.id === id)!
    const body = { token, reason: 'missing', note: 'One of two was missing', lines }
    await this.api.send('POST', `/orders/${id}/refund`, body)
  }
}

/** Buyer orders: a guest by their secret, or a customer by their session. */
type Buyer = { guestId: string; token?: undefined } | { guestId?: undefined; token: string }

/** What may differ from one order to the next. */
type OrderOptions = {
  /** Scheduled for the last slot, so that the order keeps waiting. */
  later?: boolean
  /** The phone of whoever receives it. */
  phone?: string
  /** With a photo of a prescription. */
  prescription?: true
  /** Paid by bank transfer instead of in cash. */
  bank?: true
  /** Paid at the demo's gateway instead of in cash. */
  online?: true
  /** The text of every free field. */
  words?: string
}

/** Orders one item alone, as whoever they are. */
export async function buy(
  api: TownAPI,
  { guestId, token }: Buyer,
  item: ItemView,
  quantity: number,
  { later, phone = '+12025550123', prescription, bank, online, words }: OrderOptions = {},
): Promise<PlaceOutputBody> {
  const { location, point } = await api.place()
  const body: CheckoutBody = {
    source: 'buy_now',
    line: lineOf(item, quantity),
    guest_id: guestId,
    order_type: 'delivery',
    ...(bank
      ? { payment_method: 'offline_payment', payment_gateway: 'bank-transfer' }
      : online
        ? { payment_method: 'digital_payment', payment_gateway: 'sandbox' }
        : { payment_method: 'cash_on_delivery' }),
    address: {
      address: location,
      latitude: point.lat,
      longitude: point.lng,
      contact_person_name: 'Asha Rao',
      contact_person_number: phone,
      house: '12',
    },
  }
  if (words !== undefined) {
    Object.assign(body.address!, { contact_person_name: words, house: words, floor: words, road: words })
    Object.assign(body, { order_note: words, delivery_instruction: words, unavailable_item_note: words })
  }
  if (prescription) body.prescription_images = [await upload(api, { guestId, token } as Buyer)]
  const ask = () => api.send<QuoteView>('POST', '/checkout/quote', body, item.module_type, token)
  let quote = await ask()
  if (later) {
    body.schedule_at = quote.slots.at(-1)?.slots.at(-1)?.starts_at
    quote = await ask()
  }
  const agreed = { ...body, accepted_total: quote.total, quote_digest: quote.digest }
  return api.send<PlaceOutputBody>('POST', '/orders', agreed, item.module_type, token)
}

/** Uploads a photo, and returns its id. */
export async function upload(api: TownAPI, { guestId, token }: Buyer, purpose = 'prescription'): Promise<string> {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('image', new Blob([photo], { type: 'image/png' }), 'rx.png')
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : { 'X-Guest-Id': guestId ?? '' }
  const answer = await fetch(`${api.url}/api/v1/uploads`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** Gives a driver's licence, unless the shopper has one. */
export async function giveLicence(api: TownAPI, who: Buyer) {
  const [front, back] = [await upload(api, who, 'licence'), await upload(api, who, 'licence')]
  const body = { guest_id: who.guestId, name: 'Asha Rao', number: 'AR-2040', expires_on: '2099-12-31', front, back }
  await api.send('PUT', '/rental/driver-licence', body, undefined, who.token).catch((refused: unknown) => {
    if (!String(refused).includes('409')) throw refused // it is there
  })
}

/** A line with as little chosen as the item asks for. */
export function lineOf(item: ItemView, quantity: number): CartPayload {
  const variation = item.food_variations
    .filter(({ required }) => required === 'on')
    .map(({ id, name, values, type, min }) => {
      const taken = values.slice(0, type === 'single' ? 1 : Math.max(1, min))
      return { id, name, values: { label: taken.map(({ label }) => label) } }
    })
  const sold = item.variations.find(({ stock }) => stock !== 0)
  return {
    item_id: item.id,
    model: 'Item',
    quantity,
    variation: sold ? [{ id: sold.id, name: sold.type, values: { label: [sold.type] } }] : variation,
  }
}
