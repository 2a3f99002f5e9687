import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { categoriesOptions } from '@/features/category/category-queries'
import { featuredOptions } from '@/features/home/home-queries'
import { burger, plainItem, shirt } from '@/test/item-fixtures'
import { itemOptions } from '@/features/item/item-queries'
import type { ErrorBody, ItemsOutputBody, ItemView, QuoteView, ReviewsOutputBody } from '@/lib/api/types.gen'
import { readBuyNow } from '@/contracts/buy-now'
import { emptyScope } from '@/lib/scope/scope'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { testQuote } from '@/test/trade-fixtures'

vi.setConfig({ testTimeout: 20_000 })

const refusal = (code: string, message: string, status: number) =>
  HttpResponse.json<ErrorBody>({ errors: [{ code, message }], message }, { status })

beforeEach(() =>
  server.use(
    http.get('*/items', () =>
      HttpResponse.json<ItemsOutputBody>({ items: [plainItem], limit: 10, offset: 1, total_size: 1 }),
    ),
    http.get('*/items/:id', ({ params }) => HttpResponse.json<ItemView>(params.id === shirt.slug ? shirt : burger)),
    http.get('*/items/:id/reviews', () =>
      HttpResponse.json<ReviewsOutputBody>({
        reviews: [],
        stars: [0, 0, 0, 0, 0],
        limit: 20,
        offset: 1,
        total_size: 0,
      }),
    ),
    http.get('*/stores/:id', () => refusal('unavailable', 'Another page.', 503)),
  ),
)

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 8000 })

test('ITEM-01 an ecommerce item has its own page with its slug and related items', async () => {
  const { calls } = renderPage('/product/island-shirt?module_id=40')
  await heading('Island shirt')
  expect(calls).toContain('/items/island-shirt')
  expect(screen.getByRole('radio', { name: 'Small' })).toBeChecked()
  expect(screen.getByRole('button', { name: /^Add to cart/ })).toHaveTextContent('$19.99')
  expect(await screen.findByRole('link', { name: 'Lime soda' })).toBeVisible()
  expect(calls).toContain('/items?related_to=9&offset=1&limit=10')
})

test('TRAP_D17 an item of another module opens on its store’s page', async () => {
  const { history } = renderPage('/product/double-smash-burger', { before: ['/categories'] })
  await waitFor(() => expect(history.location.pathname).toBe('/store/smash-and-sons'), { timeout: 8000 })
  expect(history.location.search).toBe('?module_id=10&item=double-smash-burger')
  expect(history.location.state.__TSR_index).toBe(1) // replaces the entry of the link
})

test('ITEM-02 Buy Now opens the checkout of only that line', async () => {
  server.use(http.post('*/checkout/quote', () => HttpResponse.json<QuoteView>(testQuote)))
  const { history, user } = renderPage('/product/island-shirt')
  await heading('Island shirt')
  await user.click(screen.getByRole('button', { name: 'Buy Now' }))
  await waitFor(() => expect(history.location.href).toBe('/checkout?page=buy_now'))
  expect(readBuyNow()).toMatchObject({ item_id: 9, quantity: 1, variation: [{ id: '42', type: 'Small-Red' }] })
})

test('an unknown item shows the not-found page', async () => {
  server.use(http.get('*/items/:id', () => refusal('not_found', 'This item does not exist.', 404)))
  renderPage('/product/nothing')
  expect(await screen.findByText('There is no such page', {}, { timeout: 8000 })).toBeVisible()
})

test('BRW-05 an item is fresh for 30 s and fetched once, categories are fresh for five minutes', async () => {
  expect(itemOptions('x', emptyScope)).toMatchObject({ staleTime: 30_000, retry: false })
  expect(categoriesOptions(emptyScope).staleTime).toBe(300_000)
  expect(featuredOptions(emptyScope).staleTime).toBe(300_000)

  server.use(http.get('*/items/:id', () => refusal('unavailable', 'Back in a moment.', 503)))
  const { calls } = renderPage('/product/island-shirt')
  expect(await screen.findByText('Back in a moment.', {}, { timeout: 8000 })).toBeVisible()
  expect(calls.filter((call) => call === '/items/island-shirt')).toHaveLength(1)
})
