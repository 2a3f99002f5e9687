import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App, createApp } from '@/app'
import { Logo } from '@/components/logo'
import { client } from '@/lib/api/client.gen'
import type { BannerView, ConfigView, LandingView, ModuleView, StoreView } from '@/lib/api/types.gen'
import { languages, loadMessages } from '../src/lib/text/languages'
import { seedPreloaded } from '../src/lib/requests/query-client'
import { RenderedScope, scopeOf, emptyScope, type Scope } from '../src/lib/scope/scope'
import { filesOf } from './chunks'
import { amountHole, hole, pictureHole, template } from './holes'

const amountPath = 'getConfig.free_delivery_over'
const logoPath = 'getConfig.logo_full_url'

// -- the town that is nothing but holes ---------------------------------------

const most = 6 // modules; what is missing of them is not drawn
const modulesAt = (path: string) =>
  Array.from({ length: most }, (_, index): ModuleView => {
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
/** Which of them is on makes no difference to what is drawn. */
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

/** As if it had been on a list before: then its page starts with what the list said of it. */
const store = {
  slug: 'first-view',
  name: hole('getStore.name'),
  tagline: hole('getStore.tagline'),
  address: hole('getStore.address'),
  logo_full_url: pictureHole('getStore.logo_full_url'),
  cover_photo_full_url: pictureHole('getStore.cover_photo_full_url'),
} satisfies Partial<StoreView>

const block = (operation: string, body: object, params: object = {}) => ({ operation, params, body })
const answers = (centralize_login: ConfigView['centralize_login']) => [
  block('getConfig', { ...config, centralize_login }),
  block('getLandingPage', landing),
  block('listModules', { modules: modulesAt('listModules.modules') }),
  block('listBanners', { banners }),
  block('listPopularStores', { stores: [store] }, { query: { type: 'all', offset: 1, limit: 24 } }),
]

// -- drawing ------------------------------------------------------------------

type Visitor = { scope: Scope; logins: ConfigView['centralize_login'] }

/**
 * Who may come: with a place that the server knows, but not by name, or without;
 * to order food, or something else; signed in, as a guest who could be, or to a
 * town without accounts.
 */
function visitors(language: string): Record<string, Visitor> {
  const strange = { ...emptyScope, language }
  const placed = { ...strange, zoneIds: [1], location: '\u00a0' }
  const module = { id: -1, module_type: 'grocery', module_name: '' } as const
  const shoppers = {
    'new food': strange,
    'new other': { ...strange, module },
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
  // The route's own loader knows nobody, the components know the visitor.
  for (const known of [emptyScope, scope]) seedPreloaded(app.queryClient, JSON.stringify(answers(logins)), known)
  await app.router.load()
  const html = renderToString(
    <RenderedScope value={scope}>
      <App {...app} />
    </RenderedScope>,
  )
  return template(quiet(html), amountPath).replace(
    logo(true),
    `{{if .Word "${logoPath}"}}${logo(true)}{{else}}${logo(false)}{{end}}`,
  )
}

/** A town's own mark, or the bowl. */
const logo = (own: boolean) =>
  template(
    quiet(renderToString(<Logo name={config.business_name} src={own ? config.logo_full_url : ''} />)),
    amountPath,
  )

/** Sections of a page that may be on the first screen. */
const inSight = 2

/**
 * What can be seen, and no more: nothing below the first screen, no scripts, no
 * links for the head, where the server has its own; and nothing can be typed
 * into a field that is about to go.
 */
function quiet(html: string) {
  let section = 0
  return html
    .replaceAll(/<link [^>]*>|<script.*?<\/script>|<!--.*?-->/gs, '')
    .replace(/<footer.*<\/footer>/s, '')
    .replaceAll(/<section.*?<\/section>/gs, (whole) => (++section > inSight ? '' : whole))
    .replaceAll('<input', '<input readonly')
}

// -- pages --------------------------------------------------------------------

/** The server's routes, the storefront's files, and an address of each whose first view is drawn. */
const pages: { route: string; source: string; address?: string }[] = [
  { route: '/{$}', source: 'index.tsx', address: '/' },
  { route: '/home', source: 'home.tsx', address: '/home' },
  { route: '/store/{id}', source: 'store.$id.tsx', address: `/store/${store.slug}` },
  { route: '/product/{id}', source: 'product.$id.tsx' },
  { route: '/category/{id}', source: 'category.$id.tsx' },
  { route: '/categories', source: 'categories.tsx' },
  { route: '/store/latest', source: 'store.latest.tsx' },
  { route: '/store/popular', source: 'store.popular.tsx' },
  { route: '/checkout', source: 'checkout.tsx' },
  { route: '/track-order', source: 'track-order.tsx' },
  { route: '/order/{id}', source: 'order.$id.tsx' },
]

/**
 * Draws the first views of the pages that people arrive at, and says which files
 * each page needs: from this the server fills a page before any script runs
 * (docs/adr/0007-first-views-are-drawn-while-building.md).
 */
export async function firstViews() {
  // Nobody answers here: what no hole stands for is drawn as it is while one waits.
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
