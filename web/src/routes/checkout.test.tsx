import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lineWithoutChoices } from '@/contracts/cart-actions'
import type { CartLineView, CheckoutBody, CustomerView, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { storeBuyNow, readBuyNow } from '@/contracts/buy-now'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { skipClosedDialogs } from '@/lib/page/skip-closed-dialogs'
import { write } from '@/lib/scope/local-storage'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { testLine, testOrder, testQuote } from '@/test/trade-fixtures'

const token = 'tracking-token-0123456789'
const point = { lat: -11.41, lng: 65.2 }

beforeEach(() => {
  write({
    guest_id: 'guest-secret-0123456789',
    contact: JSON.stringify({
      contact_person_name: 'Asha Rao',
      contact_person_number: '+12025550123',
      address: '12 Saffron Circus',
      point,
      for: '12 Saffron Circus',
    }),
  })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  choosePlace({ location: '12 Saffron Circus', point, zoneIds: [1] })
})

/** Mocks a shop whose cart has these lines until they are ordered. Returns the orders. */
function shop(lines: CartLineView[]) {
  const placed: CheckoutBody[] = []
  server.use(
    http.get('*/cart', () => HttpResponse.json(placed.some(({ source }) => source === 'cart') ? [] : lines)),
    http.get('*/items', () => HttpResponse.json({ items: [], limit: 12, offset: 1, total_size: 0 })),
    http.post('*/checkout/quote', () => HttpResponse.json<QuoteView>(testQuote)),
    http.post<never, CheckoutBody>('*/orders', async ({ request }) => {
      placed.push(await request.json())
      return HttpResponse.json<PlaceOutputBody>({ order: testOrder, tracking_token: token })
    }),
    http.get('*/orders/17', () =>
      HttpResponse.json({ ...testOrder, tracking: { ...testOrder.tracking, order_status: 'delivered', step: 4 } }),
    ),
    http.get('*/zones', () => HttpResponse.json({ zones: [] })), // for the map dialog, which is prefetched
    http.get('*/orders/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
  )
  return placed
}

const place = () => screen.findByRole('button', { name: /^Place order/ })

test('CHK-01 CHK-04 an order from the cart drawer opens the order’s page and empties the cart', async () => {
  const { user, history } = renderPage('/track-order')
  const placed = shop([testLine])
  await user.click(await screen.findByRole('button', { name: 'Cart, 2 items' }))
  await user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  await user.click(await place())
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(history.location.pathname).toBe('/order/17')
  expect(placed).toMatchObject([{ source: 'cart', order_type: 'delivery' }])
  expect(await screen.findByRole('button', { name: 'Cart, empty' })).toBeVisible()
  expect(JSON.parse(localStorage.getItem('guest_orders') ?? '')).toMatchObject([{ id: 17, token }])
})

test('LOC-14 a module that is chosen in another tab does not change this tab’s checkout until a reload', async () => {
  renderPage('/checkout?page=cart')
  shop([testLine])
  await place()
  server.use(
    http.get('*/cart', ({ request }) => HttpResponse.json(request.headers.get('moduleId') === '10' ? [testLine] : [])),
  )
  const grocery = JSON.stringify({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
  localStorage.setItem('module', grocery) // as another tab does
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'module', newValue: grocery })))
  expect(currentScope().module?.id).toBe(10)
  expect(await place()).toBeVisible()
  expect(screen.queryByText('There is nothing to order yet')).toBeNull()
  act(() => chooseModule({ id: 12, module_type: 'pharmacy', module_name: 'Pharmacy' })) // a choice in this tab
  expect(currentScope().module?.id).toBe(12)
})

test('CART-01 the checkout links to carts in other modules, also if its own is empty', async () => {
  renderPage('/checkout?page=cart')
  shop([])
  const store = { id: 31, slug: 'lantern-market', name: 'Lantern Market' }
  const here = { module_id: 10, module_type: 'food', quantity: 2, store: { id: 1, slug: 'x', name: 'Smash & Sons' } }
  const carts = [here, { module_id: 13, module_type: 'ecommerce', quantity: 3, store }]
  server.use(http.get('*/carts', () => HttpResponse.json({ carts })))
  expect(await screen.findByText('There is nothing to order yet')).toBeVisible()
  const link = await screen.findByRole('link', { name: 'You also have 3 items at Lantern Market' })
  expect(link).toHaveAttribute('href', '/store/lantern-market?module_id=13')
  expect(screen.queryByRole('link', { name: /Smash & Sons/ })).toBeNull()
})

test('one step back from a checkout that the cart drawer and its dialog opened is the page below them', async () => {
  const { user, history } = renderPage('/track-order', {
    shop: { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 } },
  })
  onTestFinished(skipClosedDialogs(history))
  shop([testLine])
  await user.click(await screen.findByRole('button', { name: 'Cart, 2 items' }))
  await user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  await user.click(await screen.findByRole('button', { name: /guest/i }))
  await place()
  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/track-order'))
  expect(history.location.state.dialog).toBeUndefined()
})

test('CHK-06 Buy Now leaves the cart unchanged', async () => {
  storeBuyNow(lineWithoutChoices({ id: 9, sale_price: 1 }))
  const { user, calls } = renderPage('/checkout?page=buy_now')
  const placed = shop([testLine])
  await user.click(await place())
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(placed).toMatchObject([{ source: 'buy_now', line: { item_id: 9, quantity: 1 } }])
  expect(await screen.findByRole('button', { name: 'Cart, 2 items' })).toBeVisible()
  expect(calls.filter((call) => call.startsWith('/cart/'))).toEqual([])
  expect(sessionStorage.getItem('hk-buy-now')).toBeNull()
})

test('CHK-06 finding a lost Buy Now order keeps a newer one that is not placed yet', async () => {
  const [lost, begun] = [lineWithoutChoices({ id: 9, sale_price: 1 }), lineWithoutChoices({ id: 10, sale_price: 2 })]
  storeBuyNow(begun)
  const body = { source: 'buy_now', line: lost, order_type: 'delivery', payment_method: 'cash_on_delivery' }
  writeTabValue('placing', { key: 'k', body, at: Date.now(), signedIn: false })
  const { user } = renderPage('/checkout?page=buy_now')
  const placed = shop([testLine])
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
  expect(placed).toMatchObject([{ line: { item_id: 9 } }])
  expect(readBuyNow()).toEqual(begun)
})

test('CHK-06 without a line to buy the checkout says so', async () => {
  const { user, history } = renderPage('/checkout?page=buy_now')
  shop([testLine])
  server.use(http.get('*/banners', () => HttpResponse.json({ banners: [] })))
  expect(await screen.findByText('There is nothing to order yet')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull()
  history.push('/track-order')
  await user.type(await screen.findByLabelText('Number of the order'), '17')
})

test('ORD-02 an order from another device links to tracking with its number', async () => {
  const { user, history } = renderPage('/order/99')
  shop([])
  await screen.findByText('This order is not known on this device')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Track order' }))
  await waitFor(() => expect(history.location.pathname).toBe('/track-order'))
  expect(await screen.findByLabelText('Number of the order')).toHaveValue('99')
})

test('an invalid order id shows the not-found page', async () => {
  renderPage('/order/abc')
  shop([])
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

test('CHK-01 a customer whose details did not load can load them again, and orders nothing before', async () => {
  write({ token: testToken })
  let isUp = false
  server.use(
    http.get('*/customer/info', () =>
      isUp
        ? HttpResponse.json<CustomerView>({ ...testCustomer, addresses: [testHome] })
        : HttpResponse.json({ errors: [], message: 'Not now.' }, { status: 503 }),
    ),
    http.get('*/customer/addresses', () =>
      HttpResponse.json({ addresses: [testHome], limit: 100, offset: 1, total_size: 1 }),
    ),
    http.get('*/wishlist', () => HttpResponse.json({ item: [], store: [] })),
  )
  const { user } = renderPage('/checkout?page=cart')
  shop([testLine])
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Not now.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Place order/ })).toBeNull()
  isUp = true
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await place()).toBeVisible()
})
