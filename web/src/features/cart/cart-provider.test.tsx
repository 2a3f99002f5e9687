import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { Profiler } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ItemCard } from '@/components/catalog/item-card'
import { ItemTile } from '@/components/catalog/item-tile'
import { Toasts } from '@/components/overlay/toasts'
import type { CartLineView, CartPayload, ErrorBody } from '@/lib/api/types.gen'
import { useCartActions, type NewLine } from '@/contracts/cart-actions'
import { chooseModule } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testCartActions } from '@/test/cart-actions'
import { testItem } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testLine } from '@/test/trade-fixtures'
import { CartProvider } from './cart-provider'

const guest = 'guest-secret-0123456789'
const line: NewLine = {
  item_id: 7,
  model: 'Item',
  quantity: 1,
  price: 9.6,
  variation: [{ id: '1', name: 'Size', values: { label: ['Double'], ids: ['2'] } }],
  add_on_ids: [4],
  add_on_qtys: [1],
  note: '',
}

/** A page with buttons that add an item and change its first line. */
function Page() {
  const { add, setQuantity, useLinesOf } = useCartActions()
  const lines = [...useLinesOf(testItem.id), ...useLinesOf(8)]
  const [first] = lines
  return (
    <>
      <p>{lines.map(({ item, quantity, total }) => `${quantity} × ${item.name} for ${total}`).join() || 'nothing'}</p>
      <button onClick={() => add(line)}>Add</button>
      {first && (
        <>
          <button onClick={() => setQuantity(first, first.quantity + 1)}>More</button>
          <button onClick={() => setQuantity(first, 0)}>Remove</button>
        </>
      )}
    </>
  )
}

const page = () =>
  renderApp(
    <CartProvider>
      <Page />
      <Toasts />
    </CartProvider>,
  )

type Sent = CartPayload & { clear_other?: boolean }

/** Sends the given responses to additions in turn, then repeats the last one. Returns the recorded bodies. */
function shopAdds(...answers: (CartLineView[] | ErrorBody)[]) {
  const sent: Sent[] = []
  server.use(
    http.post<never, Sent, CartLineView[] | ErrorBody>('*/cart', async ({ request }) => {
      sent.push(await request.json())
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? []
      await delay(20)
      return HttpResponse.json(answer, { status: Array.isArray(answer) ? 200 : 409 })
    }),
  )
  return sent
}

const shopHolds = (lines: CartLineView[]) => server.use(http.get('*/cart', () => HttpResponse.json(lines)))

beforeEach(() => {
  write({ guest_id: guest })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  shopHolds([])
})

test('CART-04 CART-09 adding an item sends the documented payload and shows a toast', async () => {
  const sent = shopAdds([testLine])
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Item added to cart')).toBeVisible()
  expect(screen.getByText('2 × Double smash burger for 19.2')).toBeVisible()
  expect(sent).toEqual([{ ...line, guest_id: guest, clear_other: false }])
})

test('CART-05 another store’s cart is removed only after a confirmation', async () => {
  const question =
    'You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added.'
  const sent = shopAdds(refusal('cart_other_store', question), [testLine])
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(question)).toBeVisible()
  expect(sent.map(({ clear_other }) => clear_other)).toEqual([false])
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  expect(
    await screen.findByText('Your cart has been cleared successfully. And selected item added to the cart.'),
  ).toBeVisible()
  expect(sent.map(({ clear_other }) => clear_other)).toEqual([false, true])
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
})

test('CART-05 Cancel leaves the cart unchanged', async () => {
  const sent = shopAdds(refusal('cart_other_store', 'Another store.'))
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
  expect(screen.getByText('nothing')).toBeVisible()
})

/** Records the module of each addition. */
function modulesOf(...statuses: number[]) {
  const modules: (string | null)[] = []
  server.use(
    http.post('*/cart', ({ request }) => {
      modules.push(request.headers.get('moduleId'))
      const status = statuses[modules.length - 1] ?? 200
      return HttpResponse.json(status === 200 ? [testLine] : refusal('cart_other_store', 'Another store.'), { status })
    }),
  )
  return modules
}

const chooseGrocery = () => act(() => chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' }))

test('CART-05 Yes goes to the module in which the question was asked, whatever was chosen since', async () => {
  const modules = modulesOf(409)
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('Start a new cart?')
  chooseGrocery()
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(modules).toEqual(['10', '10']))
})

test('CART-04 Undo puts a line back into the cart of its module', async () => {
  shopHolds([testLine])
  server.use(http.delete('*/cart/items/1', () => HttpResponse.json([])))
  const modules = modulesOf()
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  chooseGrocery()
  await user.click(undo)
  await waitFor(() => expect(modules).toEqual(['10']))
})

test('CART-08 a refused addition shows the server’s message', async () => {
  shopAdds(refusal('out_of_stock', 'Out of Stock'))
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Out of Stock')).toBeVisible()
})

test('TRAP_L4 a double click adds an item once', async () => {
  const sent = shopAdds([testLine])
  const { user } = page()
  await user.dblClick(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('Item added to cart')
  expect(sent).toHaveLength(1)
})

test('TRAP_L4 the stepper that replaces the plus button ignores the second click of a double click', () => {
  const asked: string[] = []
  const { cartActions, within } = testCartActions()
  cartActions.setQuantity.mockImplementation((_line, to) => asked.push(`to ${to}`))
  const card = (line?: CartLineView) =>
    within(<ItemCard item={testItem} href="/home" line={line} onAdd={() => asked.push('add')} />)
  const { rerender } = renderApp(card())
  fireEvent.click(screen.getByRole('button', { name: /^Add/ }), { detail: 1 })
  rerender(card({ ...testLine, quantity: 1 }))
  const more = screen.getByRole('button', { name: /^One more/ })
  fireEvent.click(more, { detail: 2 })
  expect(asked).toEqual(['add'])
  // Of quick taps on the stepper itself, each one counts.
  fireEvent.click(more, { detail: 1 })
  fireEvent.click(more, { detail: 2 })
  expect(asked).toEqual(['add', 'to 2', 'to 2'])
})

test('CART-04 a new quantity is shown at once, and its price after the response', async () => {
  shopHolds([testLine])
  const [answer, asked] = gate()
  server.use(
    http.put<never, { quantity: number }, CartLineView[]>('*/cart', async ({ request }) => {
      const { quantity } = await request.json()
      await asked
      return HttpResponse.json([{ ...testLine, quantity, total: 28.8 }])
    }),
  )
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByText('3 × Double smash burger for 19.2')).toBeVisible()
  answer()
  expect(await screen.findByText('3 × Double smash burger for 28.8')).toBeVisible()
})

test('CART-04 a refused quantity is reset, and the reason is shown', async () => {
  shopHolds([testLine])
  server.use(http.put('*/cart', () => HttpResponse.json(refusal('out_of_stock', 'Out of Stock'), { status: 409 })))
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByText('Out of Stock')).toBeVisible()
  expect(await screen.findByText('2 × Double smash burger for 19.2')).toBeVisible()
})

test('CART-04 Undo adds a removed line again with all its values', async () => {
  shopHolds([{ ...testLine, note: 'No onions' }])
  server.use(http.delete('*/cart/items/1', () => HttpResponse.json([])))
  const sent = shopAdds([testLine])
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Cart item remove successfully')).toBeVisible()
  expect(screen.getByText('nothing')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 × Double smash burger for 19.2')).toBeVisible()
  expect(sent).toEqual([
    {
      item_id: 7,
      model: 'Item',
      quantity: 2,
      variation: [],
      add_on_ids: [],
      add_on_qtys: [],
      note: 'No onions',
      guest_id: guest,
      clear_other: false,
    },
  ])
})

test('CART-04 each of two quick removals can be undone', async () => {
  const other: CartLineView = { ...testLine, id: 2, item: { ...testLine.item, id: 8, name: 'Mango lassi' } }
  shopHolds([testLine, other])
  server.use(
    http.delete('*/cart/items/1', async () => {
      await delay(50)
      return HttpResponse.json([other])
    }),
    http.delete('*/cart/items/2', () => HttpResponse.json([])),
  )
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText(/^\d+ × Mango lassi for/)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2))
})

test('CART-01 API-07 without a guest id no cart is fetched, and the first addition creates an id', async () => {
  write({ guest_id: null })
  server.use(
    http.get('*/cart', () => HttpResponse.error()), // a request would show an error
    http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-secret-new-000001' })),
  )
  const sent = shopAdds([testLine])
  const { user } = page()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('2 × Double smash burger for 19.2')).toBeVisible()
  expect(sent[0]?.guest_id).toBe('guest-secret-new-000001')
})

test('a refetch of the cart renders only the cards whose lines changed', async () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ ...testItem, id: i + 1, name: `Item ${i + 1}` }))
  const linesOf = (...quantities: number[]) =>
    quantities.map((quantity, i) => ({ ...testLine, id: i + 1, item: items[i]!, quantity }))
  write({ guest_id: guest })
  shopHolds(linesOf(1, 1))
  const drawn: string[] = []
  const { queryClient } = renderApp(
    <CartProvider>
      {items.map((item) => (
        <Profiler key={item.id} id={item.name} onRender={(id) => drawn.push(id)}>
          <ItemTile item={item} />
        </Profiler>
      ))}
    </CartProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Remove Item 2' })).toHaveLength(1))

  drawn.length = 0
  await act(() => queryClient.refetchQueries())
  expect(drawn).toEqual([])

  shopHolds(linesOf(1, 2))
  await act(() => queryClient.refetchQueries())
  await screen.findByText('02')
  expect([...new Set(drawn)]).toEqual(['Item 2'])
})
