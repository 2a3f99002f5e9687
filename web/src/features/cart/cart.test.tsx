import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/toasts'
import type { CartLineView, ConfigView, ItemsOutputBody } from '@/lib/api/types.gen'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { limitOf } from '@/contracts/line-limit'
import { testItem, testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testLine } from '@/test/trade-fixtures'
import Cart from './cart'
import CartBar from './cart-bar'
import { CartProvider } from './cart-provider'
import { storeLastCart, readLastCart } from './last-cart'
import { nextStep } from './next-step'

const guest = 'guest-secret-0123456789'
const withLogin: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
}
const noGuests: ConfigView = { ...withLogin, guest_checkout_status: 0 }

function openCart(lines: CartLineView[] | undefined, shop = testShop) {
  server.use(http.get('*/cart', () => (lines ? HttpResponse.json(lines) : HttpResponse.error())))
  const led = {
    onClose: vi.fn<() => void>(),
    onHome: vi.fn<() => void>(),
    onCheckout: vi.fn<() => void>(),
    onAuth: vi.fn<(mode: string) => void>(),
  }
  const view = renderApp(
    <CartProvider>
      <Cart opened {...led} />
      <Toasts />
    </CartProvider>,
    { shop },
  )
  return { ...view, ...led }
}

const shopSuggests = (...items: ItemsOutputBody['items']) =>
  server.use(
    http.get('*/items', () =>
      HttpResponse.json<ItemsOutputBody>({ items, limit: 12, offset: 1, total_size: items.length }),
    ),
  )

beforeEach(() => {
  write({ guest_id: guest })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  shopSuggests()
})

test('the bar of a store’s page says how many there are and what they cost, and is gone with the last', async () => {
  server.use(http.get('*/cart', () => HttpResponse.json([testLine, { ...testLine, id: 2, quantity: 1, total: 5.4 }])))
  const onOpen = vi.fn<() => void>()
  const bar = (
    <CartProvider>
      <CartBar onOpen={onOpen} />
    </CartProvider>
  )
  const { user, unmount } = renderApp(bar)
  await user.click(await screen.findByRole('button', { name: /^View cart\s*3 items\s*\$24\.60$/ }))
  expect(onOpen).toHaveBeenCalledOnce()
  unmount()

  const asked = vi.fn<() => void>()
  server.use(
    http.get('*/cart', () => {
      asked()
      return HttpResponse.json([])
    }),
  )
  renderApp(bar)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('CART-03 the drawer names itself, and lists lines, what was chosen and what they cost', async () => {
  openCart([testLine, { ...testLine, id: 2, quantity: 1, subtotal: 0.1, total: 0.1, summary: '' }])
  const drawer = await screen.findByRole('dialog', { name: 'Shopping Cart' })
  const [line] = await within(drawer).findAllByRole('listitem')
  expect(line).toHaveTextContent('Double smash burgerDouble, 1 × Fried egg')
  // Lines add up to the subtotal, as at the checkout and on the receipt; what comes off is said below.
  expect(line).toHaveTextContent('$24.00')
  expect(line).toHaveTextContent('You save $4.80')
  const sum = (name: string) => within(drawer).getByText(name).parentElement
  expect(sum('Subtotal')).toHaveTextContent('$24.10')
  expect(sum('Discount')).toHaveTextContent('-$4.80')
  expect(sum('Before delivery')).toHaveTextContent('$19.30')
})

test('CART-01 the drawer tells of carts elsewhere, and following one closes it', async () => {
  const store = { id: 31, slug: 'lantern-market', name: 'Lantern Market' }
  const carts = [{ module_id: 13, module_type: 'ecommerce', quantity: 1, store }]
  server.use(http.get('*/carts', () => HttpResponse.json({ carts })))
  const { user, onClose } = openCart([testLine])
  await user.click(await screen.findByRole('link', { name: 'You also have 1 item at Lantern Market' }))
  expect(onClose).toHaveBeenCalled()
})

test('CART-03 without a discount the subtotal is all there is to say', async () => {
  openCart([{ ...testLine, total: 24 }])
  expect((await screen.findByText('Subtotal')).parentElement).toHaveTextContent('$24.00')
  expect(screen.queryByText('Discount')).toBeNull()
  expect(screen.queryByText(/You save/)).toBeNull()
})

test('CART-03 CART-06 an empty cart says so in the documented words, and leads home', async () => {
  const { user, onHome } = openCart([])
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  expect(screen.getByText('No items added in your cart. Please add product to your cart list.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Browse shops' }))
  expect(onHome).toHaveBeenCalledTimes(1)
})

test('CART-04 at one the minus is a bin', async () => {
  server.use(http.delete('*/cart/items/1', () => HttpResponse.json([])))
  const { user } = openCart([{ ...testLine, quantity: 1 }])
  await user.click(await screen.findByRole('button', { name: 'Remove Double smash burger' }))
  expect(await screen.findByText('Cart item remove successfully')).toBeVisible()
  expect(screen.getByText('Your cart is empty')).toBeVisible()
})

test('ITEM-08 CART-04 beyond what there is nothing is asked', async () => {
  const { user } = openCart([{ ...testLine, item: { ...testItem, stock: 2 } }])
  await user.click(await screen.findByRole('button', { name: 'One more Double smash burger' }))
  expect(await screen.findByText('Out of Limits')).toBeVisible()
})

test.each([
  [null, null, Infinity],
  [5, null, 5],
  [null, 3, 3],
  [5, 3, 3],
  [2, 3, 2],
  [0, null, 0],
])('ITEM-08 stock %s and at most %s make %s', (stock, maximum_cart_quantity, most) => {
  expect(limitOf({ ...testLine, item: { ...testItem, stock, maximum_cart_quantity } })).toBe(most)
})

test('ITEM-07 a variation has a stock of its own', () => {
  const variations = [
    { id: '1', type: 'Red', price: 1, stock: 4 },
    { id: '2', type: 'Blue', price: 1, stock: null },
  ]
  const of = (id: string) => limitOf({ ...testLine, item: { ...testItem, stock: 9, variations }, variation: [{ id }] })
  expect(of('1')).toBe(4)
  expect(of('2')).toBe(Infinity)
})

test('TRAP_C3 a price that rose since is shown on its line, and named once', async () => {
  const problems = [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }]
  openCart([{ ...testLine, price: 9.6, price_when_added: 8, problems }])
  const [line] = await screen.findAllByRole('listitem')
  expect(line).toHaveTextContent('The price rose from $8.00 to $9.60 since you added it.')
  expect(screen.queryByText('The price has gone up since you added this.')).toBeNull()
})

test('CART-08 what else is wrong with a line stands below it', async () => {
  openCart([{ ...testLine, problems: [{ code: 'store_closed', message: 'Smash & Sons is closed now.', line_id: 1 }] }])
  expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('Smash & Sons is closed now.')
})

test('CHK-05 the drawer says what is missing to the minimum, and leads to the store', async () => {
  const store = { ...testLine.store, minimum_order: 30 }
  const { user, onClose } = openCart([{ ...testLine, store }])
  expect(await screen.findByText(/^Orders here start at/)).toHaveTextContent(
    'Orders here start at $30.00: $6.00 more to go. Add something',
  )
  await user.click(screen.getByRole('link', { name: 'Add something' }))
  expect(onClose).toHaveBeenCalled()
})

test('ITEM-08 what is short says how many there are', async () => {
  const problems = [{ code: 'out_of_limits', message: 'Out of Limits', line_id: 1 }]
  openCart([{ ...testLine, problems, item: { ...testItem, stock: 1 } }])
  expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('Only 1 is left.')
})

describe('CART-07 free delivery', () => {
  test.each([
    [24.99, '$0.01 away from free delivery', 99],
    [12.5, '$12.50 away from free delivery', 50],
    [25, 'You have reduced delivery charge', 100],
    [90, 'You have reduced delivery charge', 100],
  ])('a cart of %s of 25 says %s', async (total, words, percent) => {
    openCart([{ ...testLine, total }])
    const bar = await screen.findByRole('progressbar', { name: 'Progress towards free delivery' })
    expect(bar).toHaveAttribute('aria-valuenow', String(percent))
    expect(bar.parentElement).toHaveTextContent(words)
  })

  test('a store that delivers for free says so, and is nothing away from it', async () => {
    openCart([{ ...testLine, store: { ...testLine.store, free_delivery: true } }])
    expect(await screen.findByText(/delivers for free/)).toHaveTextContent('Smash & Sons delivers for free')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByText(/away from free delivery/)).toBeNull()
  })

  test('a store that nothing is brought from speaks of no delivery', async () => {
    openCart([{ ...testLine, store: { ...testLine.store, delivery: false } }])
    await screen.findAllByRole('listitem')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('D13 no amount makes it free: no progress', async () => {
    openCart([testLine], { ...testShop, free_delivery_over: 0 })
    await screen.findByText('Subtotal')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('CART-06 the checkout button', () => {
  test('D24 with no way to sign in it goes straight on', async () => {
    const { user, onCheckout, onClose } = openCart([testLine])
    await user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
    expect(onCheckout).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Do you want to login or continue as a guest?')).toBeNull()
  })

  test.each([
    ['Guest', 'onCheckout', []],
    ['Login', 'onAuth', ['sign-in']],
    ['Sign Up', 'onAuth', ['sign-up']],
  ] as const)('D24 where there is one it asks, and %s leads on', async (answer, to, args) => {
    const view = openCart([testLine], withLogin)
    await view.user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
    expect(await screen.findByText('Do you want to login or continue as a guest?')).toBeVisible()
    expect(screen.getByText(/^Logging in saves your order history\./)).toBeVisible()
    expect(view.onCheckout).not.toHaveBeenCalled()
    await view.user.click(screen.getByRole('button', { name: answer }))
    expect(view[to]).toHaveBeenCalledWith(...args)
  })

  test('where guests may not order it opens sign-in', async () => {
    const { user, onAuth } = openCart([testLine], noGuests)
    await user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
    expect(onAuth).toHaveBeenCalledWith('sign-in')
  })

  test.each([
    [withLogin, { isEmpty: true, signedIn: false }, 'home'],
    [withLogin, { isEmpty: true, signedIn: true }, 'home'],
    [withLogin, { isEmpty: false, signedIn: true }, 'checkout'],
    [noGuests, { isEmpty: false, signedIn: true }, 'checkout'],
    [withLogin, { isEmpty: false, signedIn: false }, 'ask'],
    [noGuests, { isEmpty: false, signedIn: false }, 'auth'],
    [{ ...testShop, guest_checkout_status: 0 }, { isEmpty: false, signedIn: false }, 'checkout'],
  ] as const)('rule %#', (shop, cart, leads) => {
    expect(nextStep(shop as ConfigView, cart)).toBe(leads)
  })
})

describe('people also add', () => {
  const side = { ...testItem, id: 8, name: 'Fries', slug: 'fries' }

  test('TRAP_S7 what needs no choice is added at once, what does opens first', async () => {
    const sized = {
      ...testItem,
      id: 9,
      name: 'Cola',
      slug: 'cola',
      food_variations: [
        { id: '1', name: 'Size', type: 'single' as const, min: 0, max: 0, required: 'on' as const, values: [] },
      ],
    }
    shopSuggests(side, sized, { ...side, id: 10, name: 'Sold out', stock: 0 }, testItem)
    const added: unknown[] = []
    server.use(
      http.post('*/cart', async ({ request }) => {
        added.push(await request.json())
        return HttpResponse.json([testLine])
      }),
    )
    const { user, history, onClose } = openCart([testLine])
    await user.click(await screen.findByRole('button', { name: 'Add Fries to cart' }))
    await waitFor(() => expect(added).toMatchObject([{ item_id: 8, quantity: 1 }]))
    expect(screen.queryByText('Sold out')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add Double smash burger to cart' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Add Cola to cart' }))
    expect(history.location.search).toBe('?item=cola')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('a courtesy that failed is not missed', async () => {
    server.use(http.get('*/items', () => HttpResponse.error()))
    openCart([testLine])
    await screen.findByText('Subtotal')
    expect(screen.queryByText('People also add')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('without a connection', () => {
  test('the cart is shown as it was last seen, honestly', async () => {
    storeLastCart(currentScope(), [testLine])
    openCart(undefined)
    expect(
      await screen.findByText(
        'No connection. This is your cart as you last saw it; prices and stock may have changed.',
      ),
    ).toBeVisible()
    expect(screen.getByText('Double smash burger')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Go to checkout' })).toBeNull()
  })

  test('CART-09 the line that the page keeps has the documented names', () => {
    storeLastCart(currentScope(), [{ ...testLine, variation: [{ id: '1' }], add_on_ids: [4], add_on_qtys: [2] }])
    expect(readLastCart(currentScope())).toMatchObject([
      {
        cartItemId: testLine.id,
        id: testItem.id,
        quantity: 2,
        totalPrice: 19.2,
        selectedOption: [{ id: '1' }],
        selectedAddons: [{ id: 4, quantity: 2 }],
        itemBasePrice: 12,
      },
    ])
  })

  test('TRAP_C2 nobody sees what was another’s cart', () => {
    storeLastCart(currentScope(), [testLine])
    expect(readLastCart(currentScope())).toHaveLength(1)
    write({ guest_id: 'guest-secret-other-000001' })
    expect(readLastCart(currentScope())).toBeUndefined()
    write({ guest_id: guest, token: 'bearer-token-0123456789' })
    expect(readLastCart(currentScope())).toBeUndefined()
    storeLastCart(currentScope(), [testLine])
    write({ token: null })
    expect(readLastCart(currentScope())).toBeUndefined()
  })

  test.each(['', 'null', '[]', '{"lines":{}}', '{"guestId":1,"lines":[{}]}'])(
    'LOC-14 damage (%j) is no cart',
    (kept) => {
      write({ last_cart: kept })
      expect(readLastCart(currentScope())).toBeUndefined()
    },
  )
})
