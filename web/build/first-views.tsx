import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App, createApp } from '@/app'
import { Logo } from '@/components/logo'
import { client } from '@/lib/api/client.gen'
import type { ListedItem } from '@/features/item/item-queries'
import type { BannerView, ConfigView, LandingView, ModuleView, StoreView } from '@/lib/api/types.gen'
import { languages, loadMessages } from '../src/lib/text/languages'
import { seedPreloaded } from '../src/lib/requests/query-client'
import { RenderedScope, scopeOf, emptyScope, type Scope } from '../src/lib/scope/scope'
import { filesOf } from './chunks'
import { amountHole, hole, pictureHole, priceHole, template } from './holes'

const amountPath = 'getConfig.free_delivery_over'
const logoPath = 'getConfig.logo_full_url'

// -- a town whose texts are holes ---------------------------------------------

const maxModules = 6 // modules; a town with fewer leaves the rest out
const modulesAt = (path: string) =>
  Array.from({ length: maxModules }, (_, index): ModuleView => {
    const at = `${path}.${index}`
    return {
      id: 10 + index,
      module_type: index === 0 ? 'food' : 'grocery',
      module_name: hole(`${at}.module_name`),
      slug: `module-${index}`,
      icon_full_url: pictureHole(`${at}.icon_full_url`),
      description: hole(`${at}.description`),
      zones: [],
    }
  })

const noLogins = {
  apple_login_status: 0,
  email_verification_status: 0,
  facebook_login_status: 0,
  google_login_status: 0,
  manual_login_status: 0,
  passkey_login_status: 0,
  otp_login_status: 0,
  phone_verification_status: 0,
  social_login_status: 0,
} as const
/** One sign-in method is enough, because the first views are the same for all. */
const someLogins = { ...noLogins, manual_login_status: 1 } as const

const config = {
  business_name: hole('getConfig.business_name'),
  logo_full_url: hole(logoPath),
  phone: hole('getConfig.phone'),
  free_delivery_over: amountHole,
  digit_after_decimal_point: 2,
  currency_symbol: '',
  currency_symbol_direction: 'left',
  module: modulesAt('getConfig.module'),
  default_module_id: 10,
  language: [],
  social_media: [],
} satisfies Partial<ConfigView>

const landing = {
  title: hole('getLandingPage.title'),
  sub_title: hole('getLandingPage.sub_title'),
  hero_full_url: pictureHole('getLandingPage.hero_full_url'),
  highlights: [],
  fixed_newsletter_title: '',
  fixed_newsletter_sub_title: '',
  fixed_footer_description: '',
  download_user_app_links: {
    apple_store_url: '',
    apple_store_url_status: 0,
    playstore_url: '',
    playstore_url_status: 0,
  },
} satisfies LandingView

const banners = [0, 1, 2].map((index): BannerView => {
  const word = (name: keyof BannerView) => hole(`listBanners.banners.${index}.${name}`)
  return {
    id: index + 1,
    kicker: word('kicker'),
    title: word('title'),
    text: word('text'),
    style: word('style') as BannerView['style'],
    image_full_url: pictureHole(`listBanners.banners.${index}.image_full_url`),
    label: word('label'),
    link: word('link'),
    second_label: word('second_label'),
    second_link: word('second_link'),
  }
})

/** The store is in a list, so that its page shows the values from the list while it loads. */
const store = {
  slug: 'first-view',
  name: hole('getStore.name'),
  tagline: hole('getStore.tagline'),
  address: hole('getStore.address'),
  logo_full_url: pictureHole('getStore.logo_full_url'),
  cover_photo_full_url: pictureHole('getStore.cover_photo_full_url'),
} satisfies Partial<StoreView>

const flag = (path: string) => hole(path) as unknown as 1

/** An item likewise. */
const item = {
  slug: 'first-view',
  name: hole('getItem.name'),
  store_name: hole('getItem.store_name'),
  description: hole('getItem.description'),
  image_full_url: pictureHole('getItem.image_full_url'),
  sale_price: priceHole,
  is_halal: flag('getItem.is_halal'),
  recommended: flag('getItem.recommended'),
  organic: flag('getItem.organic'),
  badge_discount: flag('getItem.badge_discount'),
} satisfies ListedItem

const block = (operation: string, body: object, params: object = {}) => ({ operation, params, body })
const responses = (centralize_login: ConfigView['centralize_login']) => [
  block('getConfig', { ...config, centralize_login }),
  block('getLandingPage', landing),
  block('listModules', { modules: modulesAt('listModules.modules') }),
  block('listBanners', { banners }),
  block('listPopularStores', { stores: [store] }, { query: { type: 'all', offset: 1, limit: 24 } }),
  block('listItems', { items: [item] }, { query: { offset: 1, limit: 1 } }),
]

// -- rendering ----------------------------------------------------------------

type Visitor = { scope: Scope; logins: ConfigView['centralize_login'] }

/**
 * Returns the kinds of visitors that have different first views: with a place or without
 * one; in the food module or another; without accounts, as a guest, or as a customer.
 */
function visitors(language: string): Record<string, Visitor> {
  const unplaced = { ...emptyScope, language }
  const placed = { ...unplaced, zoneIds: [1], location: '\u00a0' } // the server does not know the place's name
  const module = { id: -1, module_type: 'grocery', module_name: '' } as const
  const shoppers = {
    'new food': unplaced,
    'new other': { ...unplaced, module },
    'placed food': placed,
    'placed other': { ...placed, module },
  }
  return Object.fromEntries(
    Object.entries(shoppers).flatMap(([name, scope]): [string, Visitor][] => [
      [name, { scope: scopeOf(scope), logins: noLogins }],
      [`${name} guest`, { scope: scopeOf(scope), logins: someLogins }],
      [`${name} customer`, { scope: scopeOf({ ...scope, signedIn: true }), logins: someLogins }],
    ]),
  )
}

async function draw(path: string, { scope, logins }: Visitor) {
  const history = createMemoryHistory({ initialEntries: [path] })
  const app = createApp({ language: scope.language, messages: await loadMessages(scope.language), history })
  // The route's loader reads the cache with the empty scope, and the components with the visitor's.
  for (const known of [emptyScope, scope]) seedPreloaded(app.queryClient, JSON.stringify(responses(logins)), known)
  await app.router.load()
  // A request without an address fails here. Its query is drawn as one that waits.
  app.queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  const html = renderToString(
    <RenderedScope value={scope}>
      <App {...app} />
    </RenderedScope>,
  )
  return template(visibleHtml(html), amountPath).replace(
    logo(true),
    `{{if .Word "${logoPath}"}}${logo(true)}{{else}}${logo(false)}{{end}}`,
  )
}

/** Returns the HTML of the town's logo, or of the default logo. */
const logo = (own: boolean) =>
  template(
    visibleHtml(renderToString(<Logo name={config.business_name} src={own ? config.logo_full_url : ''} />)),
    amountPath,
  )

const firstScreenSections = 2

/**
 * Returns only the visible HTML: no footer, no sections below the first screen, no
 * scripts, and no links, which the server adds itself. Inputs are read-only, because
 * React replaces them.
 */
function visibleHtml(html: string) {
  let section = 0
  return html
    .replaceAll(/<link [^>]*>|<script.*?<\/script>|<!--.*?-->/gs, '')
    .replace(/<footer.*<\/footer>/s, '')
    .replaceAll(/<section.*?<\/section>/gs, (whole) => (++section > firstScreenSections ? '' : whole))
    .replaceAll('<input', '<input readonly')
}

// -- pages --------------------------------------------------------------------

/** The server's routes with their source files. A route with an address has a first view. */
const pages: { route: string; source: string; address?: string }[] = [
  { route: '/{$}', source: 'index.tsx', address: '/' },
  { route: '/home', source: 'home.tsx', address: '/home' },
  { route: '/store/{id}', source: 'store.$id.tsx', address: `/store/${store.slug}` },
  { route: '/product/{id}', source: 'product.$id.tsx', address: `/product/${item.slug}` },
  { route: '/category/{id}', source: 'category.$id.tsx' },
  { route: '/categories', source: 'categories.tsx' },
  { route: '/store/latest', source: 'store.latest.tsx' },
  { route: '/store/popular', source: 'store.popular.tsx' },
  { route: '/checkout', source: 'checkout.tsx' },
  { route: '/track-order', source: 'track-order.tsx' },
  { route: '/order/{id}', source: 'order.$id.tsx' },
]

/**
 * Renders the first views of the entry pages, and lists the files of each page. The
 * server puts them into the HTML, so that they are visible before any script runs
 * (docs/adr/0007-first-views-are-drawn-while-building.md).
 */
export async function firstViews() {
  // Requests never end, so parts without data are rendered as loading.
  client.setConfig({ fetch: () => new Promise(() => {}) })
  const views: Record<string, object> = {}
  for (const { route, source, address } of pages) {
    views[route] = { ...filesOf(source), drawn: address ? await drawn(address) : {} }
  }
  return views
}

async function drawn(address: string) {
  const views: Record<string, string> = {}
  for (const language of languages) {
    for (const [name, visitor] of Object.entries(visitors(language))) {
      views[`${language} ${name}`] = await draw(address, visitor)
    }
  }
  return views
}
