import { randomUUID } from 'node:crypto'
import type {
  CampaignsOutputBody,
  CampaignView,
  CategoriesOutputBody,
  CategoryView,
  ConfigView,
  FlashSalesOutputBody,
  FlashSaleView,
  ItemView,
  ItemsOutputBody,
  LookupZoneOutputBody,
  ModulesOutputBody,
  ModuleView,
  StoresOutputBody,
  StoreView,
  ZonesOutputBody,
} from '../web/src/lib/api/types.gen.ts'

/** A shopper's place, as the page stores it (LOC-02). */
export type Place = { location: string; point: { lat: number; lng: number }; zoneIds: number[] }

/**
 * Reads and changes the town through its API. A test asks for a kind of dish, not
 * for a certain one, so that it passes at any hour and in any town.
 */
export class TownAPI {
  readonly url: string
  private readonly answers = new Map<string, Promise<unknown>>()

  /** The data folder, for what an owner does on the server. */
  readonly data: string

  constructor(url: string, data = '') {
    this.url = url
    this.data = data
  }

  /** Returns a response for a shopper of that place and module. Each is requested once a test. */
  get<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
    const key = path + JSON.stringify(headers)
    const known = this.answers.get(key) ?? this.ask(path, headers)
    this.answers.set(key, known)
    return known as Promise<T>
  }

  /** Makes a call that changes something or needs a customer's token. Its response is not cached. */
  async send<T>(method: string, path: string, body: object | undefined, type = 'food', token?: string): Promise<T> {
    const headers = {
      ...(await this.scope(type)),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      'Idempotency-Key': randomUUID(),
    }
    const answer = await fetch(`${this.url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  private async ask(path: string, headers: Record<string, string>): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v1${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  config = () => this.get<ConfigView>('/config')

  /** The middle of town. */
  async place(): Promise<Place> {
    const { default_location: point } = await this.config()
    const { zone_ids: zoneIds } = await this.get<LookupZoneOutputBody>(`/zones/lookup?lat=${point.lat}&lng=${point.lng}`)
    return { location: 'Saffron Circus', point, zoneIds }
  }

  async module(type: string): Promise<ModuleView> {
    const { modules } = await this.get<ModulesOutputBody>('/modules')
    return one(modules, ({ module_type }) => module_type === type, `module ${type}`)
  }

  /** Tells the stores where the code TOWN10 can be used: it is for the middle of town. */
  async takeTown10(): Promise<(store: StoreView) => boolean> {
    const { zones } = await this.get<ZonesOutputBody>('/zones')
    const ids = zones.filter(({ slug }) => ['harbour', 'lagoon', 'old-town'].includes(slug)).map(({ id }) => id)
    return (store) => ids.includes(store.zone_id) && store.minimum_order <= 15
  }

  /** A campaign of one item whose store is open. The town has one at any hour. */
  async itemCampaign(): Promise<CampaignView> {
    const { campaigns } = await this.get<CampaignsOutputBody>('/campaigns?type=item', await this.scope('food'))
    return one(campaigns, ({ item }) => item?.available_now === true && item.store_open, 'campaign of an item to order now')
  }

  /** The flash sale that runs in a module. */
  async flashSale(type: string): Promise<FlashSaleView> {
    const { flash_sales } = await this.get<FlashSalesOutputBody>('/flash-sales', await this.scope(type))
    return one(flash_sales, ({ running }) => running, 'running flash sale')
  }

  /** Every store of a module that delivers to the middle of town. */
  async stores(type = 'food'): Promise<StoreView[]> {
    const headers = await this.scope(type)
    return this.paged((page) =>
      this.get<StoresOutputBody>(`/stores?limit=50&offset=${page}`, headers).then(({ stores }) => stores),
    )
  }

  async items(store: StoreView): Promise<ItemView[]> {
    const headers = await this.scope(store.module_type)
    return this.paged((page) =>
      this.get<ItemsOutputBody>(`/items?store_id=${store.id}&limit=50&offset=${page}`, headers).then(({ items }) => items),
    )
  }

  /** The stores whose orders riders bring now, and that stay open for the length of a test. */
  openStores = async (type = 'food') =>
    (await this.stores(type)).filter((store) => isOpenForJourney(store) && store.delivery && !store.self_delivery_system)

  /** An open store's item of a kind. */
  async find(what: string, fits: (item: ItemView, store: StoreView) => boolean, type = 'food'): Promise<Found> {
    for (const store of await this.openStores(type)) {
      const item = (await this.items(store)).find((each) => each.available_now && each.stock !== 0 && fits(each, store))
      if (item) return { item, store }
    }
    throw new Error(`no open store has ${what}`)
  }

  /** A dish that asks for a size and offers extras. */
  dish = (fits: (store: StoreView) => boolean = () => true) =>
    this.find(
      'a dish with sizes and extras',
      (item, store) =>
        fits(store) &&
        plain(item, store) &&
        item.add_ons.length > 0 &&
        item.food_variations.some(
          ({ required, type, values }) =>
            required === 'on' && type === 'single' && values.some(({ optionPrice }) => optionPrice > 0),
        ),
    )

  /** Something that is added with one tap. */
  simple = (fits: (item: ItemView, store: StoreView) => boolean = () => true, type = 'food') =>
    this.find('something without choices', (item, store) => isSimple(item) && plain(item, store) && fits(item, store), type)

  /** A medicine on prescription, of a pharmacy that is open. */
  medicine = (name: string) => this.find(name, (item) => item.name === name && item.is_prescription_required === 1, 'pharmacy')

  async closedStore(): Promise<StoreView> {
    return one(await this.stores(), ({ open }) => !open, 'closed store')
  }

  async product(): Promise<Found> {
    return this.find('a product with variations', ({ variations }) => variations.length > 0, 'ecommerce')
  }

  /** A category of food that something is in. */
  async category(): Promise<CategoryView> {
    const { categories } = await this.get<CategoriesOutputBody>('/categories?featured=1', await this.scope('food'))
    return one(categories, () => true, 'category')
  }

  private async scope(type: string) {
    const [{ zoneIds }, { id }] = await Promise.all([this.place(), this.module(type)])
    return { zoneid: JSON.stringify(zoneIds), moduleId: String(id) }
  }

  private async paged<T>(page: (n: number) => Promise<T[]>): Promise<T[]> {
    const all: T[] = []
    for (let n = 1; ; n++) {
      const some = await page(n)
      all.push(...some)
      if (some.length < 50) return all
    }
  }
}

export type Found = { item: ItemView; store: StoreView }

/** Without limits and discounts: any quantity can be ordered at the shown price. */
const plain = ({ stock, maximum_cart_quantity: limit, sale_price, price }: ItemView, { discount }: StoreView) =>
  stock === null && !limit && sale_price === price && !discount

const isSimple = ({ food_variations, variations, add_ons }: ItemView) =>
  food_variations.length + variations.length + add_ons.length === 0

const journeyTime = 20 * 60_000 // ms

const isOpenForJourney = ({ open, closes_at: closes }: StoreView) =>
  open && (!closes || Date.parse(closes) - Date.now() > journeyTime)

function one<T>(list: readonly T[], fits: (each: T) => boolean, what: string): T {
  const found = list.find(fits)
  if (found === undefined) throw new Error(`the town has no ${what}`)
  return found
}
