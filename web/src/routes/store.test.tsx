import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { burger, plainItem } from '@/test/item-fixtures'
import { sectionsOf } from '@/features/store/sections'
import type {
  CategoriesOutputBody,
  CategoryView,
  DeliveryView,
  ErrorBody,
  ItemsOutputBody,
  ItemView,
  ReviewsOutputBody,
  StoreDetail,
  StoresOutputBody,
} from '@/lib/api/types.gen'
import { setServerClock } from '@/lib/page/server-clock'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testStore, wholeList } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 20_000 })

const category = (id: number, name: string): CategoryView => ({
  id,
  slug: name.toLowerCase(),
  name,
  module_id: 10,
  parent_id: 0,
  image_full_url: '',
  featured: 0,
  item_count: 1,
  childes: [],
})
const drinks = category(21, 'Drinks')
const burgers = category(22, 'Burgers')
const soda = { ...plainItem, category_ids: [{ id: 21, name: 'Drinks' }] }
const smash = { ...burger, category_ids: [{ id: 22, name: 'Burgers' }] }

const store: StoreDetail = {
  ...testStore,
  minimum_order: 8,
  categories: [burgers, drinks],
  schedules: [
    { day: 1, opening_time: '10:00', closing_time: '14:00' },
    { day: 1, opening_time: '17:00', closing_time: '22:00' },
    { day: 2, opening_time: '00:00', closing_time: '24:00' },
  ],
  time_zone: 'Indian/Maldives',
}

const reviews: ReviewsOutputBody = {
  reviews: [
    {
      id: 1,
      customer_name: 'Asha',
      rating: 4,
      comment: 'Hot and quick.',
      images: [],
      reply: 'Thank you!',
      item_name: 'Double smash burger',
      created_at: '2026-11-19T10:00:00Z',
    },
  ],
  stars: [0, 0, 0, 1, 0],
  limit: 20,
  offset: 1,
  total_size: 1,
}

const answer = (detail: Partial<StoreDetail> = {}) =>
  server.use(http.get('*/stores/:id', () => HttpResponse.json<StoreDetail>({ ...store, ...detail })))

beforeEach(() => {
  answer()
  server.use(
    http.get('*/items', ({ request }) => {
      const words = new URL(request.url).searchParams.get('search')
      const items = words === null ? [soda, smash] : words === 'soda' ? [soda] : []
      return HttpResponse.json<ItemsOutputBody>({ items, limit: 100, offset: 1, total_size: items.length })
    }),
    http.get('*/items/:id', () => HttpResponse.json(smash)),
    http.get('*/stores/:id/delivery', ({ request }) => {
      const delivers = request.headers.get('zoneid')?.includes('1') ?? false
      const fee = delivers ? 2.4 : 0
      return HttpResponse.json<DeliveryView>({
        delivers,
        delivery_charge: fee,
        distance_km: fee,
        distance_source: delivers ? 'route' : 'none',
      })
    }),
    http.get('*/stores/:id/reviews', () => HttpResponse.json<ReviewsOutputBody>(reviews)),
  )
})

/** A store with more items than a page has. */
const pagesOf = (...pages: ItemView[][]) =>
  server.use(
    http.get('*/items', ({ request }) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const total_size = 100 * (pages.length - 1) + 1
      return HttpResponse.json<ItemsOutputBody>({ items: pages[offset - 1] ?? [], limit: 100, offset, total_size })
    }),
  )

const name = () => screen.findByRole('heading', { level: 1, name: testStore.name }, { timeout: 8000 })

test('BRW-04 the facts from a list are shown while the store is loaded', async () => {
  server.use(
    http.get('*/stores/popular', () =>
      HttpResponse.json<StoresOutputBody>({ stores: [testStore], limit: 12, offset: 1, total_size: 1 }),
    ),
    http.get('*/stores/smash-and-sons', () => new Promise<never>(() => {})),
  )
  const { user } = renderPage('/store/popular')
  await user.click(await screen.findByRole('link', { name: testStore.name }))
  expect(await screen.findByRole('heading', { level: 1, name: testStore.name })).toBeVisible()
  expect(screen.getByText(testStore.address)).toBeVisible()
  // Opening times and fees are not known yet.
  expect(screen.queryByText(/^Open/)).not.toBeInTheDocument()
  expect(screen.queryByText('Hours and address')).not.toBeInTheDocument()
})

test('BRW-03 closed stores are listed below the open ones, under their own heading', async () => {
  const closed = { ...testStore, id: 4, slug: 'late-kitchen', name: 'Late Kitchen', open: false }
  server.use(
    http.get('*/stores/popular', () =>
      HttpResponse.json<StoresOutputBody>({ stores: [testStore, closed], limit: 12, offset: 1, total_size: 2 }),
    ),
  )
  renderPage('/store/popular')
  const later = await screen.findByRole('heading', { level: 2, name: 'Opens later' }, { timeout: 8000 })
  const isAbove = (name: string) =>
    later.compareDocumentPosition(screen.getByRole('link', { name })) & Node.DOCUMENT_POSITION_PRECEDING
  expect(isAbove(testStore.name)).toBeTruthy()
  expect(isAbove('Late Kitchen')).toBeFalsy()
})

describe('a store’s page', () => {
  test('BRW-04 shows the store’s facts, and uses the same calls as the server', async () => {
    const { calls } = renderPage('/store/smash-and-sons?module_id=10')
    await name()
    for (const words of ['2 Harbour Road', 'Open', '20–30 min', '$1.99', '$8.00', 'Burgers, Fries']) {
      expect(screen.getByText(words)).toBeVisible()
    }
    expect(screen.getByRole('img', { name: 'Rated 4.6 out of 5, 3,400 reviews' })).toBeVisible()
    await screen.findByRole('link', { name: 'Lime soda' })
    expect(calls).toEqual(expect.arrayContaining(['/stores/smash-and-sons', '/items?store_id=3&offset=1&limit=100']))
  })

  test('BRW-04 items are listed by category, without the store’s name', async () => {
    renderPage('/store/smash-and-sons')
    await name()
    const section = within(await screen.findByRole('region', { name: 'Burgers' }))
    const card = section.getByRole('article')
    expect(within(card).getByRole('link', { name: 'Double smash burger' })).toBeVisible()
    expect(within(card).queryByText('Smash & Sons')).toBeNull()
    const tabs = within(screen.getByRole('navigation', { name: 'Categories of this store' }))
    expect(tabs.getAllByRole('button').map((tab) => tab.textContent)).toEqual(['Burgers', 'Drinks'])
    expect(tabs.getByRole('button', { name: 'Burgers' })).toHaveAttribute('aria-current', 'true')
  })

  test('BRW-04 TRAP_D17 an item opens over its store, without the store’s link', async () => {
    const { history, user } = renderPage('/store/smash-and-sons')
    await user.click(await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Double smash burger' }, { timeout: 8000 }))
    await dialog.findByRole('radio', { name: /Single/ })
    expect(dialog.queryByRole('link', { name: 'Smash & Sons' })).toBeNull()
    expect(history.location.href).toBe('/store/smash-and-sons?item=double-smash-burger')
  })

  test('BRW-04 search inside the store', async () => {
    const { user } = renderPage('/store/smash-and-sons')
    await name()
    const box = screen.getByRole('searchbox', { name: 'Search in Smash & Sons' })
    await user.type(box, 'soda')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Double smash burger' })).toBeNull())
    expect(await screen.findByRole('link', { name: 'Lime soda' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Found in this store' })).toBeVisible()
    await user.clear(box)
    await user.type(box, 'zzz')
    expect(await screen.findByText('Nothing found for “zzz”')).toBeVisible()
  })

  test('BRW-04 the search inside a store goes on after 100', async () => {
    const cola = { ...soda, id: 60, slug: 'cola', name: 'Cola' }
    pagesOf([soda], [cola])
    const { user } = renderPage('/store/smash-and-sons')
    await name()
    await user.type(screen.getByRole('searchbox', { name: 'Search in Smash & Sons' }), 'drink')
    expect(await screen.findByRole('heading', { name: 'Found in this store' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Cola' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Lime soda' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  })

  test('BRW-04 what was not found for other words is not said of those that are searched for', async () => {
    const [release, released] = gate()
    const { user, calls } = renderPage('/store/smash-and-sons')
    await name()
    const box = screen.getByRole('searchbox', { name: 'Search in Smash & Sons' })
    await user.type(box, 'zzz')
    expect(await screen.findByText('Nothing found for “zzz”')).toBeVisible()
    server.use(
      http.get('*/items', async () => {
        await released
        return HttpResponse.json<ItemsOutputBody>({ items: [], limit: 100, offset: 1, total_size: 0 })
      }),
    )
    await user.type(box, 's')
    await waitFor(() => expect(calls).toContain('/items?store_id=3&search=zzzs&offset=1&limit=100'))
    expect(screen.queryByText(/^Nothing found/)).toBeNull()
    release()
    expect(await screen.findByText('Nothing found for “zzzs”')).toBeVisible()
  })

  test('BRW-04 a category whose items are on a later page has a tab that leads to it', async () => {
    pagesOf([smash], [{ ...smash, id: 61, slug: 'second', name: 'Second burger' }], [soda])
    const { user, calls } = renderPage('/store/smash-and-sons')
    await name()
    await screen.findByRole('region', { name: 'Burgers' })
    expect(screen.queryByRole('region', { name: 'Drinks' })).toBeNull()
    const tabs = within(screen.getByRole('navigation', { name: 'Categories of this store' }))
    expect(tabs.getByRole('button', { name: 'Burgers' })).toHaveAttribute('aria-current', 'true')
    const scrolled: string[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id)
    })
    const tab = tabs.getByRole('button', { name: 'Drinks' })
    await user.click(tab)
    const drink = within(await screen.findByRole('region', { name: 'Drinks' }))
    expect(drink.getByRole('link', { name: 'Lime soda' })).toBeVisible()
    expect(tab).toHaveAttribute('aria-current', 'true')
    await waitFor(() => expect(scrolled).toEqual(['category-21']))
    const items = calls.filter((call) => call.startsWith('/items?'))
    expect(items).toEqual([1, 2, 3].map((offset) => `/items?store_id=3&offset=${offset}&limit=100`))
  })

  test('BRW-04 a closed store shows when it opens', async () => {
    answer({ open: false, opens_at: new Date(Date.now() + 3_600_000).toISOString() })
    renderPage('/store/smash-and-sons')
    await name()
    expect(screen.getByText('Closed now.')).toBeVisible()
    expect(screen.getAllByText(/^Opens/).length).toBeGreaterThan(0)
    expect(screen.getByText(/You can order for a later time/)).toBeVisible()
  })

  test('H7 the page says closed when the store closes while it is open', async () => {
    const noon = Date.parse('2026-11-20T12:00:00Z')
    vi.useFakeTimers({ now: noon, shouldAdvanceTime: true })
    setServerClock(new Date().toISOString(), Date.now())
    server.use(http.get('*/flash-sales', () => HttpResponse.json({ now: new Date().toISOString(), flash_sales: [] })))
    answer({ closes_at: new Date(noon + 600_000).toISOString() })
    const { calls } = renderPage('/store/smash-and-sons')
    await name()
    expect(screen.getByText(/^Open until/)).toBeVisible()
    answer({ open: false, opens_at: new Date(noon + 7_200_000).toISOString() })
    await vi.advanceTimersByTimeAsync(540_000)
    expect(screen.queryByText('Closed now.')).toBeNull()
    expect(calls.filter((call) => call === '/stores/smash-and-sons')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(65_000)
    expect(await screen.findByText('Closed now.')).toBeVisible()
    expect(screen.getAllByText(/^Opens/).length).toBeGreaterThan(0)
    expect(screen.queryByText(/^Open until/)).toBeNull()
    expect(calls.filter((call) => call === '/stores/smash-and-sons')).toHaveLength(2)
  })

  test('BRW-04 TRAP_Z2 a store of other zones shows that it does not deliver here', async () => {
    choosePlace({ location: 'Far', point: { lat: -11, lng: 65 }, zoneIds: [4, 5] })
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    renderPage('/store/smash-and-sons')
    await name()
    expect(screen.getByText('This store does not deliver to your address.')).toBeVisible()
  })

  test('BRW-04 in its own zone there is no such notice', async () => {
    choosePlace({ location: 'Near', point: { lat: -11.4, lng: 65.2 }, zoneIds: [4, 1] })
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    renderPage('/store/smash-and-sons')
    await name()
    expect(screen.queryByText('This store does not deliver to your address.')).toBeNull()
  })

  test('BRW-04 opening hours by day: two openings, open all day, and closed', async () => {
    const { user } = renderPage('/store/smash-and-sons')
    await name()
    await user.click(screen.getByRole('button', { name: 'Hours and address' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'About Smash & Sons' }, { timeout: 8000 }))
    const row = (day: string) => dialog.getByRole('row', { name: new RegExp(`^${day}`) })
    expect(row('Monday')).toHaveTextContent('10:00–14:0017:00–22:00')
    expect(row('Tuesday')).toHaveTextContent('Open all day')
    expect(row('Sunday')).toHaveTextContent('Closed')
  })

  test('BRW-04 ITEM-12 reviews with rating, text and reply', async () => {
    const { user } = renderPage('/store/smash-and-sons')
    await name()
    await user.click(screen.getByRole('button', { name: /See reviews/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reviews of Smash & Sons' }, { timeout: 8000 }))
    expect(await dialog.findByText('Hot and quick.')).toBeVisible()
    expect(dialog.getByText('Thank you!')).toBeVisible()
    expect(dialog.getByText('4 out of 5')).toBeInTheDocument()
  })

  test('ITEM-12 a store whose plan has no reviews shows the prescribed message', async () => {
    answer({ reviews_enabled: false, rating_count: 0, avg_rating: 0 })
    const { user } = renderPage('/store/smash-and-sons')
    await name()
    await user.click(screen.getByRole('button', { name: /See reviews/ }))
    expect(await screen.findByText('this store is not having any review plan', {}, { timeout: 8000 })).toBeVisible()
  })

  test('BRW-04 an unknown store shows the not-found page', async () => {
    const message = 'This store does not exist.'
    server.use(
      http.get('*/stores/:id', () =>
        HttpResponse.json<ErrorBody>({ errors: [{ code: 'not_found', message }], message }, { status: 404 }),
      ),
    )
    renderPage('/store/nowhere')
    expect(await screen.findByText('There is no such page', {}, { timeout: 8000 })).toBeVisible()
  })

  test('LOC-13 a link to another module’s store switches to that module', async () => {
    choosePlace({ location: 'Near', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
    chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
    const { calls } = renderPage('/store/smash-and-sons?module_id=10')
    await name()
    await waitFor(() => expect(currentScope().module).toMatchObject({ id: 10, module_type: 'food' }))
    await screen.findByRole('link', { name: 'Lime soda' })
    // Nothing is fetched twice, in the old module and again in the new one.
    expect(calls.filter((call) => call.startsWith('/stores/'))).toEqual([
      '/stores/smash-and-sons',
      '/stores/3/delivery?latitude=-11.4&longitude=65.2',
    ])
    expect(calls.filter((call) => call.startsWith('/items?'))).toEqual(['/items?store_id=3&offset=1&limit=100'])
  })
})

test('BRW-04 an item is in the first matching category of the store, or in the last', () => {
  const both = { ...soda, id: 50, category_ids: [drinks, burgers] }
  const loose = { ...soda, id: 51, category_ids: [] }
  const sections = sectionsOf([burgers, category(23, 'Empty'), drinks], [soda, both, loose, smash], 'More')
  expect(sections.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
    ['Burgers', [50, 8]],
    ['Drinks', [7]],
    ['More', [51]],
  ])
})

describe('lists of stores', () => {
  const pages = (path: string) =>
    server.use(
      http.get(path, ({ request }) => {
        const offset = Number(new URL(request.url).searchParams.get('offset'))
        const stores =
          offset > 2 ? [] : [{ ...testStore, id: offset, name: `Store ${offset}`, slug: `store-${offset}` }]
        return HttpResponse.json<StoresOutputBody>({ stores, limit: 12, offset, total_size: 2 })
      }),
    )

  test.each([
    ['BRW-03 popular stores', '/store/popular', '*/stores/popular', '/stores/popular?type=all&offset=3&limit=12'],
    ['BRW-03 latest stores', '/store/latest', '*/stores/latest', '/stores/latest?offset=3&limit=12'],
  ])('%s load pages until one is empty', async (_name, path, endpoint, last) => {
    pages(endpoint)
    const { calls, user } = renderPage(path)
    await user.click(await screen.findByRole('button', { name: 'Show more' }, { timeout: 8000 }))
    expect(await screen.findByRole('link', { name: 'Store 2' })).toHaveAttribute('href', '/store/store-2?module_id=10')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
    expect(calls).toContain(last)
    expect(screen.getByRole('link', { name: 'Store 1' })).toBeVisible()
  })
})

describe('categories', () => {
  beforeEach(() =>
    server.use(
      http.get('*/categories', () =>
        HttpResponse.json<CategoriesOutputBody>(wholeList({ categories: [burgers, drinks] })),
      ),
      http.get('*/categories/:id', () =>
        HttpResponse.json<CategoryView>({ ...burgers, childes: [category(24, 'Smashed')] }),
      ),
      http.get('*/stores', () =>
        HttpResponse.json<StoresOutputBody>({ stores: [testStore], limit: 20, offset: 1, total_size: 1 }),
      ),
    ),
  )

  test('BRW-03 the list of categories links to their pages', async () => {
    renderPage('/categories')
    expect(await screen.findByRole('heading', { level: 1, name: 'Categories' }, { timeout: 8000 })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Drinks' })).toHaveAttribute('href', '/category/drinks?module_id=10')
  })

  test('BRW-03 a category’s page has its items, stores and subcategories', async () => {
    const { calls, user } = renderPage('/category/burgers?module_id=10')
    expect(await screen.findByRole('heading', { level: 1, name: 'Burgers' }, { timeout: 8000 })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Double smash burger' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Smashed' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Stores 1' }))
    expect(await screen.findByRole('link', { name: testStore.name })).toBeVisible()
    expect(calls).toEqual(expect.arrayContaining(['/categories/burgers', '/items?category_id=22&offset=1&limit=20']))
  })
})
