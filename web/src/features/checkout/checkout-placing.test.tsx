import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QuoteView } from '@/lib/api/types.gen'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { refusal, testQuote, testRows } from '@/test/trade-fixtures'
import {
  asha,
  beginAsGuest,
  guest,
  knowAsha,
  open,
  order,
  placeButton,
  point,
  section,
  shopQuotes,
  shopTakes,
} from '@/test/checkout'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

beforeEach(beginAsGuest)

describe('CHK-04 placing an order', () => {
  test('sends the order with the accepted digest and total, and calls onPlaced', async () => {
    knowAsha()
    shopQuotes()
    const placed = shopTakes(order)
    const { user, onPlaced } = open()
    await user.type(await screen.findByLabelText('Note for the store'), 'No onions')
    await user.click(screen.getByLabelText('Add cutlery'))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalledWith({ ...order, source: 'cart', moduleId: '10' }, true, true))
    expect(placed).toHaveLength(1)
    expect(placed[0]).toMatchObject({
      accepted_total: 22.73,
      quote_digest: 'digest-1',
      order_note: 'No onions',
      cutlery: true,
      guest_id: guest,
      address: { ...asha, latitude: point.lat, longitude: point.lng },
    })
    expect(placed[0]?.key).toMatch(/^.{8,128}$/)
    expect(sessionStorage.getItem('hk-checkout')).toBeNull()
  })

  test('TRAP_O1 a double click sends one order', async () => {
    knowAsha()
    shopQuotes()
    const placed = shopTakes(order)
    const { user, onPlaced } = open()
    await user.dblClick(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalledTimes(1))
    expect(placed).toHaveLength(1)
  })

  test('an order without a response can be sent again with the same key, even if the cart is empty now', async () => {
    knowAsha()
    shopQuotes()
    const lost = shopTakes(null)
    const first = open()
    await first.user.click(await placeButton())
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeVisible()
    first.unmount()

    const found = shopTakes(order)
    const { user, onPlaced } = open({ isEmpty: true })
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(onPlaced).toHaveBeenCalledWith({ ...order, source: 'cart', moduleId: '10' }, true, true))
    expect(new Set([...lost, ...found].map(({ key }) => key)).size).toBe(1)
  })

  test('TRAP_O1 without a response the shopper can only ask again, and learns that the order was not placed', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(null)
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    const ask = await screen.findByRole('button', { name: 'Check again' })
    expect(screen.queryByRole('button', { name: /Place order/ })).toBeNull()
    expect(screen.queryByLabelText('Note for the store')).toBeNull()
    expect(ask).toHaveFocus()
    shopTakes(refusal('conflict', 'The store has closed.'))
    await user.click(ask)
    expect(await screen.findByText('Your order did not reach us. Nothing was ordered.')).toBeVisible()
    expect(screen.getByText('The store has closed.')).toBeVisible()
    expect(await placeButton()).toBeEnabled()
    expect(onPlaced).not.toHaveBeenCalled()
  })

  test('a key that has placed an order is never said to have placed nothing', async () => {
    shopTakes(refusal('conflict', 'This key has placed another order.', { field: 'Idempotency-Key' }))
    writeTabValue('placing', { key: '0123456789abcdef', body: { source: 'cart' }, at: Date.now(), signedIn: false })
    shopQuotes()
    const { user, history } = open()
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    const placedBefore = 'Your order had reached the shop and was placed. Look at it before you order again.'
    expect(await screen.findByText(placedBefore)).toBeVisible()
    expect(screen.queryByText(/Nothing was ordered|another order/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'See orders' }))
    await waitFor(() => expect(history.location.pathname).toBe('/my-orders'))
    await waitFor(() => expect(screen.queryByText(placedBefore)).toBeNull())
  })

  test('a customer’s order without a response needs a sign-in before it can be sent again', async () => {
    writeTabValue('placing', { key: '0123456789abcdef', body: { source: 'cart' }, at: Date.now(), signedIn: true })
    const { onSignIn, user } = open({ signIn: true })
    await user.click(await screen.findByRole('button', { name: 'Sign In' }))
    expect(onSignIn).toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  })

  test('TRAP_C3 TRAP_C4 if a price rose, the shopper must accept the new total first', async () => {
    knowAsha()
    const dearer: QuoteView = {
      ...testQuote,
      rows: testRows({ subtotal: 26, discount: -4.8, delivery_charge: 1.99, tax: 1.54, total: 24.73 }),
      total: 24.73,
      to_pay: 24.73,
      digest: 'digest-2',
    }
    shopQuotes()
    const placed = shopTakes(refusal('price_changed', 'The price has changed.', { detail: dearer }), order)
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    const dialog = await screen.findByRole('dialog', { name: 'Your order changed' })
    expect(within(dialog).getByText('Subtotal').nextSibling).toHaveTextContent('before $24.00$26.00')
    expect(within(dialog).getByText('Delivery').nextSibling).toHaveTextContent(/^\$1\.99$/)
    expect(onPlaced).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Order for $24.73' }))
    await waitFor(() => expect(onPlaced).toHaveBeenCalledTimes(1))
    expect(placed.map(({ accepted_total, quote_digest }) => [accepted_total, quote_digest])).toEqual([
      [22.73, 'digest-1'],
      [24.73, 'digest-2'],
    ])
    expect(placed[0]?.key).not.toBe(placed[1]?.key)
  })

  test('TRAP_C4 Cancel places no order, and the page shows the new price', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(refusal('price_changed', 'The price has changed.', { detail: { ...testQuote, total: 30, to_pay: 30 } }))
    const { user, onPlaced } = open()
    await user.click(await placeButton())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await placeButton('30.00')).toBeEnabled()
    expect(onPlaced).not.toHaveBeenCalled()
  })

  test('TRAP_S1 an item that has sold out is shown on its line', async () => {
    knowAsha()
    shopQuotes()
    const problems = [{ code: 'out_of_stock', message: 'Out of Stock', field: 'quantity', line_id: 1 }]
    shopTakes(refusal('out_of_stock', 'Out of Stock', { field: 'quantity', detail: { ...testQuote, problems } }))
    const { user } = open()
    await user.click(await placeButton())
    expect(await within(await section('Your order')).findByRole('alert')).toHaveTextContent('Out of Stock')
  })

  test('a reload keeps the draft, but a note to one store is not shown for another', async () => {
    shopQuotes()
    const { user, unmount } = open()
    await user.type(await screen.findByLabelText('Note for the store'), 'No onions')
    await user.click(screen.getByRole('button', { name: 'Please add your delivery address' }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Contact name'), 'Ash')
    unmount()
    const again = open()
    expect(within(await screen.findByRole('dialog')).getByLabelText('Contact name')).toHaveValue('Ash')
    expect(screen.getByText('No onions')).toBeInTheDocument()
    again.unmount()
    writeTabValue('checkout', { ...JSON.parse(sessionStorage.getItem('hk-checkout') ?? ''), about: 'cart:4' })
    open()
    expect(await screen.findByLabelText('Note for the store')).toHaveValue('')
  })

  test.each(['{', '[]', '{"about":"cart:3","tip":"x","typed":{"point":7},"schedule_at":4}'])(
    'a damaged draft (%s) is ignored',
    async (stored) => {
      sessionStorage.setItem('hk-checkout', stored)
      sessionStorage.setItem('hk-placing', stored)
      shopQuotes()
      open()
      await placeButton()
      expect(screen.getByLabelText('Note for the store')).toHaveValue('')
      expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    },
  )
})
