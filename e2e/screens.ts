import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { button, dialog, firstCard, inDialog, link, main, type Screen } from './screen.ts'
import { accountScreens, behind } from './screens-account.ts'
import { joiningScreens } from './screens-joining.ts'
import { parcelScreens } from './screens-parcel.ts'
import { profileScreens } from './screens-profile.ts'
import { rentalScreens } from './screens-rental.ts'
import { tripScreens } from './screens-trip.ts'
import { tripCartScreens } from './screens-trip-cart.ts'
import { walletScreens } from './screens-wallet.ts'
import { photo } from './picture.ts'
import {
  asCustomer,
  contact,
  orderPath,
  withCart,
  withContact,
  withMedicine,
  withNewsletterMail,
  withOrder,
  withOrders,
  withPastOrder,
  withPoints,
  withRefusedMedicine,
  withUnclaimed,
  withWishlist,
} from './visits.ts'

const storePath = ({ slug, module_id }: { slug: string; module_id: number }) => `/store/${slug}?module_id=${module_id}`

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
  ...parcelScreens,
  ...joiningScreens,
  { name: 'landing', state: 'loaded', before: 'new', path: () => '/', action: (page) => main(page).getByRole('combobox') },
  {
    name: 'place-map',
    state: 'loaded',
    map: true,
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
  { name: 'home', state: 'customer', before: withWishlist, path: () => '/home', action: button(/to your wishlist/) },
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
    path: () => '/privacy-policy', // it has no field that the list could cover in part
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
    pictureOnly: true,
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
    action: button(/\bAdd .* to cart/),
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
    action: inDialog(/choices? left/),
    waits: /items\/[^/]+$/,
  },
  {
    name: 'item',
    state: 'closed',
    path: async (api) => storePath(await api.closedStore()),
    open: async (page) => {
      await firstCard(page).click()
      await dialog(page).getByRole('status').first().waitFor()
    },
  },
  {
    name: 'item',
    state: 'gone',
    path: async (api) => `${storePath((await api.dish()).store)}&item=no-such-item`,
    open: (page) => dialog(page).waitFor(),
    action: inDialog('Close'),
    consoleError: /404/,
  },
  {
    name: 'product',
    state: 'loaded',
    before: async () => ({ module: 'ecommerce' }),
    path: async (api) => {
      const { item } = await api.product()
      return `/product/${item.slug}?module_id=${item.module_id}`
    },
    action: button(/\bAdd to cart/),
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
    action: inDialog(/\bAdd .* to cart/),
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
    action: inDialog(/\bRemove /),
  },
  { name: 'wishlist', state: 'empty', before: asCustomer, path: () => behind, open: openWishlist, action: inDialog('Browse shops') },
  {
    name: 'checkout',
    state: 'loaded',
    before: withContact,
    path: () => '/checkout?page=cart',
    action: button(/\bPlace order/),
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
    state: 'take-away',
    before: (api) => withCart(api, ({ take_away }) => take_away),
    path: () => '/checkout?page=cart',
    open: (page) => choose(main(page).locator('input[value=take_away]')),
    action: button(/\bPlace order/),
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
    action: button('Check again'),
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
  { name: 'order', state: 'loaded', map: true, before: withOrder, path: orderPath, waits: /orders/ },
  {
    name: 'order',
    state: 'customer',
    before: withOrders,
    path: (_, { orderId }) => `/order/${orderId}`,
    action: button('Cancel this order'),
  },
  { name: 'order', state: 'prescription', before: withRefusedMedicine, path: orderPath },
  { name: 'order', state: 'past', before: withPastOrder, path: orderPath, action: button(/\bOrder again/) },
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
  { name: 'coupons', state: 'loaded', path: () => '/coupons', action: button(/\bCopy the code/), waits: /coupons/ },
  { name: 'coupons', state: 'customer', before: asCustomer, path: () => '/coupons', action: button(/\bCopy the code/) },
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
    action: button('Remove the coupon'),
  },
  { name: 'track', state: 'loaded', path: () => '/track-order', action: button('Track') },
  { name: 'track', state: 'known', before: withOrder, path: () => '/track-order', action: button('Track') },
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
