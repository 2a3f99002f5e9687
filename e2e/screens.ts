import type { Page } from '@playwright/test'
import type { OrderView } from '../web/src/lib/api/types.gen.ts'
import { Customer, newPerson } from './customer.ts'
import { Guest } from './guest.ts'
import { newsletterLinks } from './outbox.ts'
import { button, dialog, firstCard, inDialog, link, main, type Screen } from './screen.ts'
import { accountScreens, behind } from './screens-account.ts'
import { joiningScreens } from './screens-joining.ts'
import { profileScreens } from './screens-profile.ts'
import { rentalScreens } from './screens-rental.ts'
import { tripScreens } from './screens-trip.ts'
import { tripCartScreens } from './screens-trip-cart.ts'
import { walletScreens } from './screens-wallet.ts'
import { photo } from './picture.ts'
import type { StoreView } from '../web/src/lib/api/types.gen.ts'
import type { TownAPI } from './town-api.ts'
import type { Visit } from './storage.ts'

const storePath = ({ slug, module_id }: { slug: string; module_id: number }) => `/store/${slug}?module_id=${module_id}`

async function withCart(api: TownAPI, fits?: (store: StoreView) => boolean): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item, store } = await api.dish(fits)
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  const { item: other } = await api.simple((_, { id }) => id === store.id)
  await guest.add(other)
  return { stored: guest.stored() }
}

const contact = { contact_person_name: 'Asha Rao', contact_person_number: '+12025550123', house: '12', road: 'Rope Lane' }

async function withContact(api: TownAPI, fits?: (store: StoreView) => boolean): Promise<Visit> {
  const [visit, { location, point }] = await Promise.all([withCart(api, fits), api.place()])
  const kept = { ...contact, address_type: 'home', address: location, point, for: location }
  return { stored: { ...visit.stored, contact: JSON.stringify(kept) } }
}

async function withOrder(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item, store } = await api.dish()
  await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  return { stored: guest.stored() }
}

async function withMedicine(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { item } = await api.medicine('Amoxicillin 500 mg')
  await guest.add(item, 2)
  return { module: 'pharmacy', stored: guest.stored() }
}

/** An order whose prescription was not accepted. */
async function withRefusedMedicine(api: TownAPI): Promise<Visit> {
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
async function withPoints(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  await customer.buy(item, enough(item.price, Math.max(store.minimum_order, 21)))
  const points = async () => (await customer.send<{ points: number }>('GET', '/loyalty')).points
  while ((await points()) === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  return { stored: customer.stored() }
}

/** A delivered order, and something of another store in the cart: to order again asks first. */
async function withPastOrder(api: TownAPI): Promise<Visit> {
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

const orderPath = (_: TownAPI, { stored }: Visit) => `/order/${JSON.parse(stored?.['guest_orders'] ?? '[]')[0].id}`

const enough = (price: number, minimum: number) => Math.ceil(minimum / price) + 1

/** Somebody who has signed in before, and so has no guest's orders on the device. */
const asCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

async function withWishlist(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.dish()
  const { item: other } = await api.simple()
  const closed = await api.closedStore()
  for (const what of [{ store: closed }, { store }, { item: other }, { item }]) await customer.addToWishlist(what)
  return { stored: customer.stored() }
}

/** One order that waits for its time, and one that is at the door within seconds. */
async function withOrders(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const { id } = await customer.buy(item, enough(item.price, store.minimum_order))
  const planned = await customer.buyLater(item, enough(item.price, store.minimum_order))
  const isOver = async () => (await customer.send<OrderView>('GET', `/orders/${id}`)).order_status === 'delivered'
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 500))
  return { stored: customer.stored(), orderId: planned.id }
}

/** Somebody with whose phone strangers have ordered: once for now, once for later. */
async function withUnclaimed(api: TownAPI): Promise<Visit> {
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
async function withNewsletterMail(api: TownAPI): Promise<Visit> {
  const { email } = newPerson()
  await api.send('POST', '/newsletter', { email })
  return { link: (await newsletterLinks(api, email)).confirm }
}

/** Presses the page's one button, and waits for what takes its place. */
async function confirmNews(page: Page) {
  await main(page).getByRole('button').click()
  await main(page).locator('[role=status], [role=alert]').waitFor()
}

export const screens: readonly Screen[] = [
  ...accountScreens,
  ...profileScreens,
  ...walletScreens,
  ...rentalScreens,
  ...tripCartScreens,
  ...tripScreens,
  ...joiningScreens,
  { name: 'landing', state: 'loaded', before: 'new', path: () => '/', action: (page) => main(page).getByRole('combobox') },
  {
    name: 'place-map',
    state: 'loaded',
    before: 'new',
    path: () => '/',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').first().click()
      await dialog(page).locator('canvas').waitFor()
    },
    action: inDialog('Use this place'),
  },
  {
    name: 'modules',
    state: 'loaded',
    before: async () => ({ module: null }),
    path: () => '/home',
    open: (page) => dialog(page).waitFor(),
    action: inDialog('Food'),
  },
  { name: 'home', state: 'loaded', path: () => '/home', action: firstCard, waits: /stores|items|categories|banners/ },
  { name: 'home', state: 'grocery', before: async () => ({ module: 'grocery' }), path: () => '/home', action: firstCard },
  { name: 'home', state: 'customer', before: withWishlist, path: () => '/home', action: button(/to your wishlist$/) },
  { name: 'home', state: 'no-place', before: 'new', path: () => '/home', action: button('choose where you are') },
  {
    name: 'place-panel',
    state: 'loaded',
    path: () => behind,
    open: async (page) => {
      await page.locator('button[data-lines]:visible').click()
      await dialog(page).waitFor()
    },
    action: inDialog('Use Current Location'),
  },
  {
    name: 'menu',
    state: 'loaded',
    path: () => behind,
    maxWidth: 1180,
    open: async (page) => {
      await page.locator('header button[aria-haspopup=dialog]').first().click()
      await dialog(page).waitFor()
    },
    action: (page) => dialog(page).getByRole('link', { name: 'Home' }).first(),
  },
  {
    name: 'search',
    state: 'loaded',
    path: () => '/home?search=category&name=chicken',
    action: firstCard,
    waits: /search/,
  },
  {
    name: 'search',
    state: 'stores',
    path: () => '/home?search=category&name=grill&data_type=store',
    action: firstCard,
  },
  { name: 'search', state: 'empty', path: () => '/home?search=category&name=qqzzxx', action: link('Browse shops') },
  { name: 'search', state: 'misspelled', path: () => '/home?search=category&name=chikcen', action: firstCard },
  {
    name: 'search',
    state: 'filtered-away',
    path: () => '/home?search=category&name=chicken&organic=true&max_price=0.01',
    action: button('Clear all filters'),
  },
  {
    name: 'search',
    state: 'recent',
    before: async () => ({ stored: { recent_searches: '["chicken","lime soda","a search with so many words that no phone shows all"]' } }),
    path: () => '/home',
    open: async (page) => {
      const box = page.locator('form[role=search]:visible')
      await box.getByRole('combobox').click()
      await box.getByRole('listitem').first().waitFor()
    },
  },
  { name: 'categories', state: 'loaded', path: () => '/categories', action: link(/./), waits: /categories/ },
  {
    name: 'category',
    state: 'loaded',
    path: async (api) => `/category/${(await api.category()).slug}`,
    action: firstCard,
    waits: /categor|items/,
  },
  {
    name: 'home',
    state: 'offers',
    path: () => '/home',
    open: async (page) => main(page).locator('a[href^="/campaign/"]').first().scrollIntoViewIfNeeded(),
    action: firstCard,
  },
  { name: 'campaigns', state: 'loaded', path: () => '/campaigns', action: firstCard, waits: /campaigns/ },
  { name: 'campaign', state: 'stores', path: () => '/campaign/kitchens-with-a-deal', action: firstCard, waits: /campaigns/ },
  {
    name: 'campaign',
    state: 'item',
    path: async (api) => `/campaign/${(await api.itemCampaign()).slug}`,
    action: firstCard,
  },
  { name: 'flash-sale', state: 'loaded', path: () => '/flash-sale/flash-food', action: firstCard, waits: /flash-sales/ },
  {
    name: 'item',
    state: 'campaign',
    path: async (api) => `/campaigns?item=${(await api.itemCampaign()).item?.slug}&campaign=1`,
    open: (page) => dialog(page).getByRole('status').first().waitFor(),
    action: inDialog(/Order Now|left|Not Available/),
  },
  { name: 'popular-stores', state: 'loaded', path: () => '/store/popular', action: firstCard, waits: /stores/ },
  { name: 'latest-stores', state: 'loaded', path: () => '/store/latest', action: firstCard, waits: /stores/ },
  {
    name: 'store',
    state: 'loaded',
    path: async (api) => storePath((await api.dish()).store),
    action: button(/^Add .* to cart$/),
    waits: /stores|items/,
  },
  {
    name: 'store',
    state: 'closed',
    path: async (api) => storePath(await api.closedStore()),
    action: button('Hours and address'),
  },
  {
    name: 'store',
    state: 'unknown',
    path: () => '/store/no-such-store',
    action: link('Browse shops'),
    consoleError: /404/,
  },
  {
    name: 'store-info',
    state: 'loaded',
    path: async (api) => storePath((await api.dish()).store),
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await dialog(page).waitFor()
    },
    action: inDialog('Close'),
  },
  {
    name: 'item',
    state: 'loaded',
    path: async (api) => {
      const { item, store } = await api.dish()
      return `${storePath(store)}&item=${item.slug}`
    },
    open: (page) => dialog(page).getByRole('status').first().waitFor(),
    action: inDialog(/^\d+ choices? left/),
    waits: /items\/[^/]+$/,
  },
  {
    name: 'product',
    state: 'loaded',
    before: async () => ({ module: 'ecommerce' }),
    path: async (api) => {
      const { item } = await api.product()
      return `/product/${item.slug}?module_id=${item.module_id}`
    },
    action: button(/^Add to cart/),
    waits: /items\/[^/]+$/,
  },
  {
    name: 'cart',
    state: 'loaded',
    before: withCart,
    path: () => behind,
    open: openCart,
    action: inDialog('Go to checkout'),
    waits: /cart/,
  },
  { name: 'cart', state: 'empty', path: () => behind, open: openCart, action: inDialog('Browse shops') },
  {
    name: 'wishlist',
    state: 'items',
    before: withWishlist,
    path: () => behind,
    open: openWishlist,
    action: inDialog(/^Add .* to cart$/),
    waits: /wishlist/,
  },
  {
    name: 'wishlist',
    state: 'stores',
    before: withWishlist,
    path: () => behind,
    open: async (page) => {
      await openWishlist(page)
      await dialog(page).getByRole('tab').last().click()
    },
    action: inDialog(/^Remove /),
  },
  { name: 'wishlist', state: 'empty', before: asCustomer, path: () => behind, open: openWishlist, action: inDialog('Browse shops') },
  {
    name: 'checkout',
    state: 'loaded',
    before: withContact,
    path: () => '/checkout?page=cart',
    action: button(/^Place order/),
    waits: /cart|checkout/,
  },
  {
    name: 'checkout',
    state: 'new-guest',
    before: withCart,
    path: () => '/checkout?page=cart',
    action: button('Please add your delivery address'),
  },
  {
    name: 'checkout',
    state: 'unanswered',
    before: withCart,
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await page.evaluate(() => {
        const sent = { key: '0123456789abcdef', body: { source: 'cart' }, at: Date.now(), signedIn: false }
        sessionStorage.setItem('hk-placing', JSON.stringify(sent))
      })
      await page.reload()
    },
    action: button('Ask again'),
  },
  {
    name: 'checkout',
    state: 'prescription',
    before: withMedicine,
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await main(page).locator('input[type=file]').setInputFiles({ name: 'rx.png', mimeType: 'image/png', buffer: photo })
      await main(page).locator('img[src^="blob:"]').scrollIntoViewIfNeeded()
    },
    action: button('Add photos'),
  },
  { name: 'checkout', state: 'empty', path: () => '/checkout?page=cart', action: button('Browse shops') },
  {
    name: 'contact',
    state: 'loaded',
    before: withContact,
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').first().click()
      await dialog(page).locator('form').waitFor()
    },
    action: inDialog('Update Address'),
  },
  { name: 'order', state: 'loaded', before: withOrder, path: orderPath, waits: /orders/ },
  {
    name: 'order',
    state: 'customer',
    before: withOrders,
    path: (_, { orderId }) => `/order/${orderId}`,
    action: button('Cancel this order'),
  },
  { name: 'order', state: 'prescription', before: withRefusedMedicine, path: orderPath },
  { name: 'order', state: 'past', before: withPastOrder, path: orderPath, action: button(/^Order \d+ again$/) },
  {
    name: 'reorder',
    state: 'changed',
    before: withPastOrder,
    path: orderPath,
    open: async (page) => {
      await main(page).locator('button:has(.tabler-icon-refresh)').click()
      await dialog(page).waitFor()
    },
    action: inDialog('Add to cart'),
  },
  {
    name: 'invoice',
    state: 'paid',
    before: withPastOrder,
    path: (api, visit) => `${orderPath(api, visit)}/invoice`,
    action: button('Print'),
    waits: /orders/,
  },
  { name: 'order', state: 'unknown', path: () => '/order/1', action: link('Track order') },
  { name: 'my-orders', state: 'running', before: withOrders, path: () => '/my-orders', action: firstCard, waits: /orders/ },
  { name: 'my-orders', state: 'past', before: withOrders, path: () => '/my-orders?state=past', action: firstCard },
  {
    name: 'my-orders',
    state: 'unclaimed',
    before: withUnclaimed,
    path: () => '/my-orders',
    action: button('Mine'),
  },
  { name: 'my-orders', state: 'empty', before: asCustomer, path: () => '/my-orders', action: link('Browse shops') },
  { name: 'my-orders', state: 'guest', path: () => '/my-orders', action: button('Sign In') },
  { name: 'loyalty-points', state: 'earned', before: withPoints, path: () => '/loyalty-points', action: button('Convert to currency now'), waits: /loyalty/ },
  { name: 'loyalty-points', state: 'empty', before: asCustomer, path: () => '/loyalty-points', action: link('Loyalty points') },
  { name: 'loyalty-points', state: 'guest', path: () => '/loyalty-points', action: button('Sign In') },
  { name: 'referral-code', state: 'loaded', before: asCustomer, path: () => '/referral-code', action: button('Share'), waits: /referral/ },
  { name: 'referral-code', state: 'guest', path: () => '/referral-code', action: button('Sign In') },
  { name: 'coupons', state: 'loaded', path: () => '/coupons', action: button(/^Copy the code/), waits: /coupons/ },
  { name: 'coupons', state: 'customer', before: asCustomer, path: () => '/coupons', action: button(/^Copy the code/) },
  {
    name: 'checkout',
    state: 'coupon',
    before: async (api) => withContact(api, await api.takeTown10()),
    path: () => '/checkout?page=cart',
    open: async (page) => {
      await main(page).locator('input[autocapitalize=characters]').fill('TOWN10')
      await page.keyboard.press('Enter')
      await main(page).locator('[data-applied]').waitFor()
    },
    action: button('Remove the coupon TOWN10'),
  },
  { name: 'track', state: 'loaded', path: () => '/track-order', action: button('Track order') },
  { name: 'track', state: 'known', before: withOrder, path: () => '/track-order', action: button('Track order') },
  {
    name: 'newsletter',
    state: 'question',
    before: withNewsletterMail,
    path: (_, { link: mailed }) => mailed!,
    action: button('Confirm subscription'),
  },
  {
    name: 'newsletter',
    state: 'confirmed',
    singleUse: true,
    before: withNewsletterMail,
    path: (_, { link: mailed }) => mailed!,
    open: confirmNews,
    action: link('Browse shops'),
  },
  {
    name: 'newsletter',
    state: 'ended',
    path: () => '/newsletter#leave=used-already',
    open: confirmNews,
    action: link('Browse shops'),
    consoleError: /404/,
  },
  { name: 'newsletter', state: 'cut', path: () => '/newsletter', action: link('Browse shops') },
  // The policies are made of the same parts.
  { name: 'about-us', state: 'loaded', path: () => '/about-us', waits: /pages/ },
  { name: 'help-and-support', state: 'loaded', path: () => '/help-and-support', action: link(/@/) },
  { name: 'not-found', state: 'loaded', path: () => '/nowhere', action: link('Browse shops'), consoleError: /404/ },
]

async function openCart(page: Page) {
  await page.locator('header button[aria-haspopup=dialog]').last().click()
  await dialog(page).waitFor()
}

/** From the header, and where that is compact from its menu. */
async function openWishlist(page: Page) {
  const icon = page.locator('header button[aria-haspopup=dialog]:has(.tabler-icon-heart)')
  if (!(await icon.isVisible())) {
    await page.locator('header button[aria-haspopup=dialog]').first().click()
    await dialog(page).locator('nav button[aria-haspopup=dialog]').click()
  } else await icon.click()
  await dialog(page).getByRole('tab').first().waitFor()
}
