import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { lineOf, plainItem } from '@/test/item-fixtures'
import type {
  CampaignDetail,
  CartLineView,
  CategoryView,
  FlashSaleDetail,
  ItemsOutputBody,
  ItemView,
  QuoteView,
  ReviewsOutputBody,
} from '@/lib/api/types.gen'
import { readBuyNow } from '@/contracts/buy-now'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testNoodles, testStore } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { testQuote } from '@/test/trade-fixtures'

vi.setConfig({ testTimeout: 20_000 })

const now = '2026-11-20T12:00:00.000Z'
const run = { running: true, begins_at: '2026-11-20T09:00:00Z', ends_at: '2036-11-20T21:00:00Z', time_zone: 'UTC', now }
const page = { limit: 20, offset: 1, total_size: 1 }

const sale: FlashSaleDetail = {
  ...run,
  ...page,
  id: 5,
  slug: 'hungry',
  title: 'Hungry hours',
  module_id: 10,
  items: [plainItem],
}

const offered: ItemView = {
  ...plainItem,
  sale_price: 2,
  campaign: { ...run, id: 6, slug: 'week', title: 'Soda week', usual_price: 4 },
}
const campaign: CampaignDetail = {
  ...run,
  ...page,
  id: 6,
  slug: 'week',
  title: 'Soda week',
  description: '',
  type: 'item',
  module_id: 10,
  image_full_url: '',
  available_date_starts: '2026-11-20',
  available_date_ends: '2036-11-20',
  available_time_starts: '',
  available_time_ends: '',
  item: offered,
  stores: [],
}

/** The modules in whose cart an item was put. */
let added: (string | null)[]

beforeEach(() => {
  added = []
  choosePlace({ location: 'Near', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
  server.use(
    http.get('*/flash-sales/:id', () => HttpResponse.json<FlashSaleDetail>(sale)),
    http.get('*/campaigns/:id', () => HttpResponse.json<CampaignDetail>(campaign)),
    http.get('*/items/:id', ({ request }) =>
      HttpResponse.json<ItemView>(new URL(request.url).searchParams.has('campaign') ? offered : plainItem),
    ),
    http.get('*/items/:id/reviews', () =>
      HttpResponse.json<ReviewsOutputBody>({ ...page, reviews: [], stars: [0, 0, 0, 0, 0], total_size: 0 }),
    ),
    http.get('*/banners', () => HttpResponse.json({ banners: [] })),
    http.get('*/categories', () => HttpResponse.json({ categories: [] })),
    http.get('*/stores/popular', () => HttpResponse.json({ ...page, stores: [testStore] })),
    http.get('*/items/discounted', () => HttpResponse.json<ItemsOutputBody>({ ...page, items: [plainItem] })),
    http.post('*/checkout/quote', () => HttpResponse.json<QuoteView>(testQuote)),
    http.post('*/cart', ({ request }) => {
      added.push(request.headers.get('moduleId'))
      return HttpResponse.json<CartLineView[]>([lineOf(plainItem)])
    }),
  )
})

const title = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 8000 })
const food = { id: 10, module_type: 'food' }

test('LOC-13 a link to another module’s flash sale switches to that module, and the item can be added', async () => {
  const { user, calls } = renderPage('/flash-sale/hungry')
  await title('Flash sale: Hungry hours')
  expect(currentScope().module).toMatchObject(food)
  await user.click(screen.getByRole('button', { name: /Lime soda/ }))
  await waitFor(() => expect(added).toEqual(['10']))
  expect(calls.filter((call) => call.startsWith('/flash-sales/'))).toHaveLength(1)
})

test('LOC-13 a link to another module’s campaign switches to that module, and the item can be added', async () => {
  const { user, calls, history } = renderPage('/campaign/week')
  await title('Soda week')
  expect(currentScope().module).toMatchObject(food)
  expect(calls.filter((call) => call.startsWith('/campaigns/'))).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Order Now Lime soda' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lime soda' }, { timeout: 8000 }))
  await user.click(await dialog.findByRole('button', { name: /^Order Now/ }))
  await waitFor(() => expect(history.location.href).toBe('/checkout?page=campaign'))
  expect(readBuyNow()).toMatchObject({ item_id: 7 })
})

test.each([
  ['campaign', '/campaign/week'],
  ['flash sale', '/flash-sale/hungry'],
  ['category', '/category/vitamins'],
])('LOC-06 LOC-13 a link to a %s of a module that is switched off leaves the chosen module', async (_, path) => {
  server.use(
    http.get('*/flash-sales/:id', () => HttpResponse.json<FlashSaleDetail>({ ...sale, module_id: 12 })),
    http.get('*/campaigns/:id', () => HttpResponse.json<CampaignDetail>({ ...campaign, module_id: 12 })),
    http.get('*/categories/:id', () => HttpResponse.json<CategoryView>({ ...testNoodles, module_id: 12 })),
  )
  renderPage(path)
  await title('There is no such page')
  expect(currentScope().module).toMatchObject({ id: 11, module_type: 'grocery' })
})

test.each([
  ['item', '/home?item=lime-soda', /^Add to cart/],
  ['item of a campaign', '/home?item=lime-soda&campaign=1', /^Order Now/],
])('LOC-13 a link to another module’s open %s switches to that module', async (_, path, button) => {
  const { calls } = renderPage(path)
  const dialog = within(await screen.findByRole('dialog', { name: 'Lime soda' }, { timeout: 8000 }))
  expect(await dialog.findByRole('button', { name: button })).toBeVisible()
  expect(currentScope().module).toMatchObject(food)
  expect(calls.filter((call) => /^\/items\/lime-soda(\?|$)/.test(call))).toHaveLength(1)
  // The page below has what the module sells.
  await waitFor(() => expect(calls.filter((call) => call.startsWith('/items/discounted'))).toHaveLength(2))
})

test('LOC-13 a link to another module’s open item switches to that module, and the item can be added', async () => {
  const { user, history } = renderPage('/home?item=lime-soda')
  const dialog = within(await screen.findByRole('dialog', { name: 'Lime soda' }, { timeout: 8000 }))
  await user.click(await dialog.findByRole('button', { name: /^Add to cart/ }))
  await waitFor(() => expect(added).toEqual(['10']))
  await waitFor(() => expect(history.location.href).toBe('/home'))
})

test('LOC-13 an item over the page of another module’s store leaves that page its module', async () => {
  server.use(
    http.get('*/stores/:id', () =>
      HttpResponse.json({ ...testStore, module_id: 11, module_type: 'grocery', categories: [], schedules: [] }),
    ),
    http.get('*/stores/:id/delivery', () => HttpResponse.error()),
    http.get('*/items', () => HttpResponse.json<ItemsOutputBody>({ ...page, items: [] })),
  )
  const { calls } = renderPage('/store/smash-and-sons?item=lime-soda')
  const count = (path: string) => calls.filter((call) => call === path).length
  // Again once the page has switched back.
  await waitFor(() => expect(count('/items/lime-soda')).toBe(2), { timeout: 15_000 })
  const dialog = within(await screen.findByRole('dialog', { name: 'Lime soda' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Add to cart/ })).toBeVisible())
  expect(currentScope().module).toMatchObject({ id: 11 })
  expect(count('/stores/smash-and-sons')).toBeLessThan(4)
})
