import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
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
import { saveLastCart, readLastCart } from './last-cart'
import { nextStep } from '@/lib/scope/next-step'

const guest = 'guest-secret-0123456789'
const withLogin: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
}
const noGuests: ConfigView = { ...withLogin, guest_checkout_status: 0 }

function openCart(lines: CartLineView[] | undefined, shop = testShop) {
  server.use(http.get('*/cart', () => (lines ? HttpResponse.json(lines) : HttpResponse.error())))
  const callbacks = {
    onClose: vi.fn<() => void>(),
    onHome: vi.fn<() => void>(),
    onCheckout: vi.fn<() => void>(),
    onAuth: vi.fn<(mode: string) => void>(),
  }
  const view = renderApp(
    <CartProvider>
      <Cart opened {...callbacks} />
      <Toasts />
    </CartProvider>,
    { shop },
  )
  return { ...view, ...callbacks }
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

test('the bar of a store’s page shows the quantity and the total, and is hidden if the cart is empty', async () => {
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

test('CART-03 the drawer has a title, and shows the lines with their choices and prices', async () => {
  openCart([testLine, { ...testLine, id: 2, quantity: 1, subtotal: 0.1, total: 0.1, summary: '' }])
  const drawer = await screen.findByRole('dialog', { name: 'Shopping Cart' })
  const [line] = await within(drawer).findAllByRole('listitem')
  expect(line).toHaveTextContent('Double smash burgerDouble, 1 × Fried egg')
  // The lines add up to the subtotal, as on checkout and receipt; the discount is shown below.
  expect(line).toHaveTextContent('$24.00')
  expect(line).toHaveTextContent('You save $4.80')
  const sum = (name: string) => within(drawer).getByText(name).parentElement
  expect(sum('Subtotal')).toHaveTextContent('$24.10')
  expect(sum('Discount')).toHaveTextContent('-$4.80')
  expect(sum('Before delivery')).toHaveTextContent('$19.30')
})

test('CART-01 the drawer shows carts of other modules, and closes when their link is followed', async () => {
  const store = { id: 31, slug: 'lantern-market', name: 'Lantern Market' }
  const carts = [{ module_id: 13, module_type: 'ecommerce', quantity: 1, store }]
  server.use(http.get('*/carts', () => HttpResponse.json({ carts })))
  const { user, onClose } = openCart([testLine])
  await user.click(await screen.findByRole('link', { name: 'You also have 1 item at Lantern Market' }))
  expect(onClose).toHaveBeenCalled()
})

test('CART-03 without a discount only the subtotal is shown', async () => {
  openCart([{ ...testLine, total: 24 }])
  expect((await screen.findByText('Subtotal')).parentElement).toHaveTextContent('$24.00')
  expect(screen.queryByText('Discount')).toBeNull()
  expect(screen.queryByText(/You save/)).toBeNull()
})

test('CART-03 CART-06 an empty cart shows the documented text, with a button to the home page', async () => {
  const { user, onHome } = openCart([])
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  expect(screen.getByText('No items added in your cart. Please add product to your cart list.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Browse shops' }))
  expect(onHome).toHaveBeenCalledTimes(1)
})

test('CART-04 at quantity one the minus button is a bin', async () => {
  server.use(http.delete('*/cart/items/1', () => HttpResponse.json([])))
  const { user } = openCart([{ ...testLine, quantity: 1 }])
  await user.click(await screen.findByRole('button', { name: 'Remove Double smash burger' }))
  expect(await screen.findByText('Cart item remove successfully')).toBeVisible()
  expect(screen.getByText('Your cart is empty')).toBeVisible()
})

test('CART-02 a line whose removal failed is still there, also if the cart cannot be fetched again', async () => {
  server.use(http.delete('*/cart/items/1', () => HttpResponse.error()))
  const { user } = openCart([{ ...testLine, quantity: 1 }])
  const bin = await screen.findByRole('button', { name: 'Remove Double smash burger' })
  server.use(http.get('*/cart', () => HttpResponse.error()))
  await user.click(bin)
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove Double smash burger' })).toBeVisible()
})

test('CART-02 an empty cart that could not be fetched again says so', async () => {
  const { queryClient } = openCart([])
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  server.use(http.get('*/cart', () => HttpResponse.error()))
  await act(() => queryClient.refetchQueries())
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
})

test('ITEM-08 CART-04 a quantity above the stock shows a message and sends nothing', async () => {
  const { user } = openCart([{ ...testLine, item: { ...testItem, stock: 2 } }])
  await user.click(await screen.findByRole('button', { name: 'One more Double smash burger' }))
  expect(await screen.findByText('Out of Limits')).toBeVisible()
})

test('ITEM-08 CART-04 the minus of a line above the stock asks for as many as are left', async () => {
  const sent: unknown[] = []
  const scarce = { ...testLine, quantity: 6, item: { ...testItem, stock: 3 } }
  const { user } = openCart([scarce])
  server.use(
    http.put('*/cart', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([{ ...scarce, quantity: 3 }])
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'One less Double smash burger' }))
  expect(screen.getByRole('status')).toHaveTextContent('03')
  // Without the choice: one that is no longer offered must not be checked again.
  await waitFor(() => expect(sent).toEqual([{ cart_id: 1, item_id: 7, model: 'Item', quantity: 3, guest_id: guest }]))
})

test.each([
  ['sold out', { item: { ...testItem, stock: 0 } }],
  [
    'no longer sold',
    { problems: [{ code: 'item_gone', message: 'This item is no longer available.', line_id: 1, field: 'item_id' }] },
  ],
])('CART-04 a line of three that is %s has a bin', async (_why, change) => {
  server.use(http.delete('*/cart/items/1', () => HttpResponse.json([])))
  const { user } = openCart([{ ...testLine, quantity: 3, ...change }])
  await user.click(await screen.findByRole('button', { name: 'Remove Double smash burger' }))
  expect(await screen.findByText('Cart item remove successfully')).toBeVisible()
})

test('CART-04 what is no longer sold has no plus', async () => {
  openCart([{ ...testLine, problems: [{ code: 'item_gone', message: 'Gone.', line_id: 1, field: 'item_id' }] }])
  expect(await screen.findByRole('button', { name: 'One more Double smash burger' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test.each([
  [null, null, Infinity],
  [5, null, 5],
  [null, 3, 3],
  [5, 3, 3],
  [2, 3, 2],
  [0, null, 0],
])('ITEM-08 with a stock of %s and a maximum of %s the limit is %s', (stock, maximum_cart_quantity, limit) => {
  expect(limitOf({ ...testLine, item: { ...testItem, stock, maximum_cart_quantity } })).toBe(limit)
})

test('ITEM-07 a variation has its own stock', () => {
  const variations = [
    { id: '1', type: 'Red', price: 1, stock: 4 },
    { id: '2', type: 'Blue', price: 1, stock: null },
  ]
  const of = (id: string) => limitOf({ ...testLine, item: { ...testItem, stock: 9, variations }, variation: [{ id }] })
  expect(of('1')).toBe(4)
  expect(of('2')).toBe(Infinity)
})

test('TRAP_C3 a price that rose is shown on its line, only once', async () => {
  const problems = [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }]
  openCart([{ ...testLine, price: 2, price_alone: 7, price_when_added: 3, problems }]) // an add-on is dearer
  const [line] = await screen.findAllByRole('listitem')
  expect(line).toHaveTextContent('The price rose from $3.00 to $7.00 since you added it.')
  expect(screen.queryByText('The price has gone up since you added this.')).toBeNull()
})

test('TRAP_C3 a price that rose between the page and the cart is shown too', async () => {
  const problems = [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }]
  openCart([{ ...testLine, problems }])
  const [line] = await screen.findAllByRole('listitem')
  expect(line).toHaveTextContent('The price has gone up since you added this.')
  expect(line).not.toHaveTextContent('The price rose')
})

test('CART-08 a share of a discount that the other lines make smaller is no rise', async () => {
  openCart([{ ...testLine, price: 9.6, price_when_added: 9 }])
  expect((await screen.findAllByRole('listitem'))[0]).not.toHaveTextContent('The price rose')
})

test('CART-08 other problems of a line are shown below it', async () => {
  openCart([{ ...testLine, problems: [{ code: 'store_closed', message: 'Smash & Sons is closed now.', line_id: 1 }] }])
  expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('Smash & Sons is closed now.')
})

test('CHK-05 the drawer shows the amount missing to the minimum order, with a link to the store', async () => {
  const store = { ...testLine.store, minimum_order: 30 }
  const { user, onClose } = openCart([{ ...testLine, store }])
  expect(await screen.findByText(/^Orders here start at/)).toHaveTextContent(
    'Orders here start at $30.00: $6.00 more to go. Add something',
  )
  await user.click(screen.getByRole('link', { name: 'Add something' }))
  expect(onClose).toHaveBeenCalled()
})

test('ITEM-08 a line above the stock shows how many are left', async () => {
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
  ])('a cart of %s of 25 shows %s', async (total, words, percent) => {
    openCart([{ ...testLine, total }])
    const bar = await screen.findByRole('progressbar', { name: 'Progress towards free delivery' })
    expect(bar).toHaveAttribute('aria-valuenow', String(percent))
    expect(bar.parentElement).toHaveTextContent(words)
  })

  test('a store that always delivers for free has a text without progress', async () => {
    openCart([{ ...testLine, store: { ...testLine.store, free_delivery: true } }])
    expect(await screen.findByText(/delivers for free/)).toHaveTextContent('Smash & Sons delivers for free')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByText(/away from free delivery/)).toBeNull()
  })

  test('a store without delivery shows nothing', async () => {
    openCart([{ ...testLine, store: { ...testLine.store, delivery: false } }])
    await screen.findAllByRole('listitem')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('D13 without an amount for free delivery there is no progress', async () => {
    openCart([testLine], { ...testShop, free_delivery_over: 0 })
    await screen.findByText('Subtotal')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('CART-06 the checkout button', () => {
  test('D24 without a sign-in method it opens the checkout', async () => {
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
  ] as const)('D24 with a sign-in method it asks guests, who can choose %s', async (answer, to, args) => {
    const view = openCart([testLine], withLogin)
    await view.user.click(await screen.findByRole('button', { name: 'Go to checkout' }))
    expect(await screen.findByText('Do you want to login or continue as a guest?')).toBeVisible()
    expect(screen.getByText(/^Logging in saves your order history\./)).toBeVisible()
    expect(view.onCheckout).not.toHaveBeenCalled()
    await view.user.click(screen.getByRole('button', { name: answer }))
    expect(view[to]).toHaveBeenCalledWith(...args)
  })

  test('if guests may not order it opens the sign-in', async () => {
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
  ] as const)('rule %#', (shop, cart, step) => {
    expect(nextStep(shop as ConfigView, cart)).toBe(step)
  })
})

describe('people also add', () => {
  const side = { ...testItem, id: 8, name: 'Fries', slug: 'fries' }

  test('TRAP_S7 an item without options is added at once, and an item with options opens', async () => {
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

  test('if the suggestions fail to load, nothing is shown', async () => {
    const asked = vi.fn<() => void>()
    server.use(http.get('*/items', () => (asked(), HttpResponse.error())))
    const { queryClient } = openCart([testLine])
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText('People also add')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('without a connection', () => {
  test('the stored cart is shown with a notice', async () => {
    saveLastCart(currentScope(), [testLine])
    openCart(undefined)
    expect(
      await screen.findByText(
        'No connection. This is your cart as you last saw it; prices and stock may have changed.',
      ),
    ).toBeVisible()
    expect(screen.getByText('Double smash burger')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Go to checkout' })).toBeNull()
  })

  test('CART-09 a stored line has the documented names', () => {
    saveLastCart(currentScope(), [{ ...testLine, variation: [{ id: '1' }], add_on_ids: [4], add_on_qtys: [2] }])
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

  test('TRAP_C2 another guest or a customer does not see the stored cart', () => {
    saveLastCart(currentScope(), [testLine])
    expect(readLastCart(currentScope())).toHaveLength(1)
    write({ guest_id: 'guest-secret-other-000001' })
    expect(readLastCart(currentScope())).toBeUndefined()
    write({ guest_id: guest, token: 'bearer-token-0123456789' })
    expect(readLastCart(currentScope())).toBeUndefined()
    saveLastCart(currentScope(), [testLine])
    write({ token: null })
    expect(readLastCart(currentScope())).toBeUndefined()
  })

  test.each(['', 'null', '[]', '{"lines":{}}', '{"guestId":1,"lines":[{}]}'])(
    'LOC-14 a damaged value (%j) is ignored',
    (value) => {
      write({ last_cart: value })
      expect(readLastCart(currentScope())).toBeUndefined()
    },
  )
})
