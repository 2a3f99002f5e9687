import { act, renderHook, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { lineWithoutChoices } from '@/contracts/cart-actions'
import { getCartQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import type { CartLineView } from '@/lib/api/types.gen'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { clearOnNewScope } from '@/lib/requests/query-client'
import { gate } from '@/test/gate'
import { testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { isOtherStore, useAddLine, useCart, useChangeLine, useRemoveLine } from './cart-queries'

const guest = 'guest-secret-0123456789'
const line = (id: number, quantity: number) => ({ id, quantity }) as CartLineView

beforeEach(() => write({ guest_id: guest }))

/** Renders a hook with these lines in the query cache. */
function page<T>(hook: () => T, lines: CartLineView[]) {
  const { wrapper, queryClient } = testApp()
  const { headers, guest: who } = currentScope()
  const key = getCartQueryKey({ headers: { ...headers, ...who } })
  queryClient.setQueryData(key, lines)
  const { result } = renderHook(hook, { wrapper })
  return {
    result,
    cart: () => queryClient.getQueryData<CartLineView[]>(key),
    isStale: () => queryClient.getQueryState(key)?.isInvalidated,
  }
}

const refused = (code: string) =>
  HttpResponse.json({ errors: [{ code, message: 'No.' }], message: 'No.' }, { status: 409 })

test('CART-05 another store’s lines are removed only with clearOther', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/cart', async ({ request }) => {
      const { clear_other, guest_id } = (await request.json()) as Record<string, unknown>
      sent.push({ clear_other, guest_id })
      return clear_other === true ? HttpResponse.json([line(2, 1)]) : refused('cart_other_store')
    }),
  )
  const { result, cart } = page(useAddLine, [line(1, 3)])
  const wanted = lineWithoutChoices({ id: 7, sale_price: 9.6 })
  const error: unknown = await result.current.mutateAsync({ line: wanted }).catch((e: unknown) => e)
  expect(isOtherStore(error)).toBe(true)
  expect(cart()).toEqual([line(1, 3)])
  await act(() => result.current.mutateAsync({ line: wanted, clearOther: true }))
  expect(cart()).toEqual([line(2, 1)])
  expect(sent).toEqual([
    { clear_other: false, guest_id: guest },
    { clear_other: true, guest_id: guest },
  ])
})

test('CART-02 CART-04 a tap is shown at once, requests run in order, and only the last response is stored', async () => {
  const asked: number[] = []
  let atOnce = 0
  server.use(
    http.put('*/cart', async ({ request }) => {
      const { quantity } = (await request.json()) as { quantity: number }
      expect(++atOnce).toBe(1)
      asked.push(quantity)
      await delay(30)
      atOnce--
      return HttpResponse.json([line(1, quantity)])
    }),
  )
  const { result, cart } = page(useChangeLine, [line(1, 1)])
  const shown: (number | undefined)[] = []
  const tap = (quantity: number) =>
    result.current
      .mutateAsync({ ...lineWithoutChoices({ id: 7, sale_price: 9.6 }), cart_id: 1, quantity })
      .then(() => shown.push(cart()?.[0]?.quantity))
  const taps = [tap(2), tap(3), tap(4)]
  await waitFor(() => expect(cart()).toEqual([line(1, 4)]))
  await Promise.all(taps)
  expect(asked).toEqual([2, 3, 4])
  expect(shown).toEqual([4, 4, 4])
})

test('CART-02 a refused optimistic edit is taken back, and the cart is fetched again', async () => {
  server.use(http.delete('*/cart/items/1', () => refused('not_found')))
  const { result, cart, isStale } = page(useRemoveLine, [line(1, 1), line(2, 1)])
  await act(() => result.current.mutateAsync(1).catch(() => {}))
  expect(cart()).toEqual([line(1, 1), line(2, 1)])
  expect(isStale()).toBe(true)
})

test.each([
  ['all of them', [false, false], 1],
  ['those after the last response', [true, false, false], 2],
  ['none before a later response', [false, true], 3],
])('CART-02 of several edits under way, %s are taken back', async (_which, answers, left) => {
  const [respond, isShown] = gate()
  server.use(
    http.put('*/cart', async ({ request }) => {
      const { quantity } = (await request.json()) as { quantity: number }
      await isShown
      return answers[quantity - 2] ? HttpResponse.json([line(1, quantity)]) : HttpResponse.error()
    }),
  )
  const { result, cart } = page(useChangeLine, [line(1, 1)])
  const tap = (quantity: number) =>
    result.current.mutateAsync({ cart_id: 1, item_id: 7, model: 'Item', quantity }).catch(() => {})
  const taps = answers.map((_, index) => tap(index + 2))
  await waitFor(() => expect(cart()).toEqual([line(1, answers.length + 1)]))
  respond()
  await act(() => Promise.all(taps))
  expect(cart()).toEqual([line(1, left)])
})

test('CART-02 a fetch from before a line was added does not empty the cart again', async () => {
  const [respond, isRead] = gate()
  server.use(
    http.get('*/cart', async () => {
      await isRead
      return HttpResponse.json([])
    }),
    http.post('*/cart', () => HttpResponse.json([line(1, 1)])),
  )
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  const { wrapper, queryClient } = testApp()
  const { result } = renderHook(() => ({ cart: useCart(), add: useAddLine() }), { wrapper })
  expect(queryClient.isFetching()).toBe(1)
  await act(() => result.current.add.mutateAsync({ line: lineWithoutChoices({ id: 7, sale_price: 9.6 }) }))
  respond()
  await act(() => delay(30))
  expect(result.current.cart.lines).toEqual([line(1, 1)])
})

test('CART-02 taps that wait when the module changes are sent in their order, each for its own module', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/cart', async ({ request }) => {
      const { quantity } = (await request.json()) as { quantity: number }
      sent.push([request.headers.get('moduleId'), quantity])
      await delay(30)
      return HttpResponse.json([line(1, quantity)])
    }),
  )
  const food = { id: 10, module_type: 'food', module_name: 'Food' } as const
  chooseModule(food)
  const { wrapper, queryClient } = testApp()
  const stop = clearOnNewScope(queryClient)
  const { result } = renderHook(useChangeLine, { wrapper })
  const tap = (quantity: number) => result.current.mutateAsync({ cart_id: 1, item_id: 7, model: 'Item', quantity })
  const cart = () => {
    const { headers, guest: who } = currentScope()
    return queryClient.getQueryData(getCartQueryKey({ headers: { ...headers, ...who } }))
  }
  const taps = [tap(2), tap(3)]
  act(() => chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' }))
  taps.push(tap(5))
  await act(() => Promise.all(taps))
  expect(sent).toEqual([
    ['10', 2],
    ['10', 3],
    ['11', 5],
  ])
  expect(cart()).toEqual([line(1, 5)])
  stop()
})
