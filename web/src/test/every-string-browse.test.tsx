import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Home } from '@/features/home/home'
import { burger, plainItem, shirt } from './item-fixtures'
import { ProductView } from '@/features/item/product-view'
import { Results } from '@/features/search/results'
import { SearchBox } from '@/features/search/search-box'
import StoreInfo from '@/features/store/store-info'
import { StoreList } from '@/features/store/store-list'
import { StoreView } from '@/features/store/store-view'
import type { ItemView, StoreDetail } from '@/lib/api/types.gen'
import { loadMessages } from '@/lib/text/languages'
import { testCartActions } from './cart-actions'
import { testShop, testStore } from './fixtures'
import { isPlainEnglish, textsOnPage } from './plain-english'
import { renderApp } from './render-app'
import { server } from './server'

// What comes from the server is no message: here it is in letters that no message has.
const omega = (item: ItemView): ItemView => ({
  ...item,
  name: 'Ω',
  store_name: 'Ω',
  description: 'Ω '.repeat(90),
  generic_name: ['Ω'],
  unit_type: 'Ω',
  tags: ['Ω'],
  nutritions_name: ['Ω'],
  allergies_name: ['Ω'],
  category_ids: [{ id: 1, name: 'Ω' }],
  is_halal: 1,
  halal_tag_status: 1,
  organic: 1,
  recommended: 1,
  is_prescription_required: 1,
  badge_discount: 20,
  food_variations: item.food_variations.map((group) => ({
    ...group,
    name: 'Ω',
    values: group.values.map((value) => ({ ...value, label: 'Ω' })),
  })),
  add_ons: item.add_ons.map((addOn) => ({ ...addOn, name: 'Ω' })),
  choice_options: item.choice_options.map((choice) => ({ ...choice, title: 'Ω', options: ['Ω', 'ΩΩ'] })),
})
const late = { ...omega(plainItem), id: 70, available_now: false, schedule_order: true, available_time_starts: '06:00' }
const store: StoreDetail = {
  ...testStore,
  name: 'Ω',
  tagline: 'Ω',
  address: 'Ω',
  open: false,
  opens_at: undefined,
  zone_id: 99,
  categories: [],
  schedules: [],
  time_zone: 'Indian/Maldives',
}

const screens: [string, ReactNode][] = [
  ['the home page', <Home key="home" />],
  ['a dish', <ProductView key="dish" item={omega(burger)} onBuyNow={() => {}} />],
  ['an item of another time', <ProductView key="late" item={late} onBuyNow={() => {}} />],
  ['an item in variations', <ProductView key="shirt" item={omega(shirt)} onBuyNow={() => {}} />],
  ['results', <Results key="results" title="Ω" subject={{ words: 'Ω' }} filters={{ discounted: true }} of="item" />],
  ['no results', <Results key="none" title="Ω" subject={{ words: 'Ω' }} filters={{}} of="store" />],
  ['the search box', <SearchBox key="box" />],
  ['a store', <StoreView key="store" store={store} />],
  ['a store’s hours', <StoreInfo key="info" store={store} opened onClose={() => {}} />],
  ['the list of stores', <StoreList key="list" of="popular" />],
]

beforeEach(() => {
  const page = { limit: 20, offset: 1, total_size: 1 }
  server.use(
    http.get('*/items*', () => HttpResponse.json({ items: [omega(plainItem)], reviews: [], ...page })),
    http.get('*/stores', () => HttpResponse.json({ stores: [], ...page, total_size: 0 })),
    http.get('*/stores/*', ({ request }) =>
      HttpResponse.json({ stores: request.url.includes('offset=1') ? [{ ...store, open: true }] : [], ...page }),
    ),
    http.get('*/banners', () => HttpResponse.json({ banners: [] })),
    http.get('*/categories', () => HttpResponse.json({ categories: [] })),
  )
})

/** Dates are written by the language's own rules, not by messages. */
const weekdays = new Set(
  [1, 2, 3, 4, 5, 6, 7].map((day) => new Intl.DateTimeFormat('en', { weekday: 'long' }).format(new Date(2023, 0, day))),
)

test.each(screens.flatMap(([name, ui]) => ['en-XA', 'ar-XB'].map((language) => [name, language, ui] as const)))(
  'I18N-01 TRAP_L1 every string of %s is a message, in %s',
  async (_name, language, ui) => {
    const { within } = testCartActions()
    const shop = { ...testShop, business_name: 'Ω', toggle_veg_non_veg: 1 as const }
    renderApp(within(ui), { shop, language, messages: await loadMessages(language) })
    // Answers that come after the first paint bring strings of their own.
    await new Promise((settled) => setTimeout(settled, 500))
    expect(textsOnPage().length).toBeGreaterThan(2)
    expect(textsOnPage().filter((text) => isPlainEnglish(text) && !weekdays.has(text))).toEqual([])
  },
)
