import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getCartOptions, getCartQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import { deleteCartItem, postCart, putCart } from '@/lib/api/sdk.gen'
import type { CartLineView } from '@/lib/api/types.gen'
import { addToCartKey, type NewLine } from '@/contracts/cart-actions'
import { asShopper } from '@/lib/account/guest'
import { acceptEdit, editEarly, takeBackEdits } from '@/lib/requests/early-edit'
import { hasCode } from '@/lib/requests/problems'
import { useQueuedMutation, type Turn } from '@/lib/requests/use-queued-mutation'
import { shopperHeaders, useScope, type Scope } from '@/lib/scope/scope'

/** Without a guest id or a customer the cart is empty and is not fetched. */
const hasCart = ({ guestId, signedIn, module }: Scope) =>
  (guestId !== undefined || signedIn) && module !== undefined && module.module_type !== 'parcel'

/** The cart of the current module. */
export const cartOptions = (scope: Scope) =>
  queryOptions({
    ...getCartOptions(shopperHeaders(scope)),
    enabled: hasCart(scope),
    // Other tabs and opening hours change it, so it is fetched again when it is shown.
    staleTime: 5_000,
  })

/** Fetches the cart. lines is undefined until it is loaded. A refetch without changes does not render again. */
export function useCart() {
  const scope = useScope()
  const { data, isPending, error, failureReason, isRefetchError, refetch } = useQuery(cartOptions(scope))
  const known = hasCart(scope) ? { lines: data, isPending } : { lines: emptyLines, isPending: false }
  return { ...known, data, error, failureReason, isRefetchError, refetch }
}

/** Selects from the cart without fetching it; undefined until it is loaded. */
export function useCartSelection<T>(select: (lines: CartLineView[]) => T): T | undefined {
  const scope = useScope()
  const { data } = useQuery({ ...cartOptions(scope), enabled: false, select })
  return hasCart(scope) ? data : undefined
}

/** Returns the cart's lines of an item. */
export function useLinesOf(itemId: number): readonly CartLineView[] {
  const select = useCallback((lines: CartLineView[]) => lines.filter(({ item }) => item.id === itemId), [itemId])
  return useCartSelection(select) ?? emptyLines
}

const emptyLines: CartLineView[] = []

/** Returns the number of units in the cart; undefined until it is loaded. */
export const countOf = (lines: readonly { quantity: number }[] | undefined) =>
  lines?.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether the server refused because the cart has lines of another store (CART-05). */
export const isOtherStore = (error: unknown) => hasCode(error, ['cart_other_store'])

const queue = 'cart'

/** Every mutation returns the whole cart, which replaces the cached one (CART-02). */
function useCartResponse() {
  const queryClient = useQueryClient()
  return {
    // The key is read after the request, because that may create the guest id. Only the
    // last response is stored: an earlier one, or a fetch from before, would set the stepper back.
    onSuccess: (lines: CartLineView[], { scope, isLast }: Turn) =>
      acceptEdit(queryClient, getCartQueryKey(shopperHeaders(scope)), lines, isLast),
    // The optimistic edit was wrong: take it back, because fetching the cart again may fail, too.
    onError: async (_error: Error, { scope, isLast }: Turn) => {
      if (!isLast()) return
      const queryKey = getCartQueryKey(shopperHeaders(scope))
      takeBackEdits(queryClient, queryKey)
      await queryClient.invalidateQueries({ queryKey })
    },
  }
}

/** Adds a line. clearOther: first removes the lines of another store, in the same request. */
export function useAddLine() {
  return useQueuedMutation({
    queue,
    mutationKey: addToCartKey,
    ...useCartResponse(),
    meta: { quiet: true }, // the caller handles lines of another store
    call: ({ line, clearOther = false }: { line: NewLine; clearOther?: boolean }, headers) =>
      asShopper(async (guestId) => {
        const body = { ...line, guest_id: guestId, clear_other: clearOther }
        return (await postCart({ headers, body, throwOnError: true })).data
      }),
  })
}

/** The new values of a line. What is absent stays as it is. */
type LineChange = Pick<NewLine, 'item_id' | 'model' | 'quantity'> & Partial<NewLine> & { cart_id: number }

/**
 * Returns the payload that changes only a line's quantity. Its choice is not sent, because that may
 * no longer be offered, and no price, because the page with the plus may show another one (C3).
 */
export const changeOf = (line: CartLineView, quantity: number): LineChange => ({
  cart_id: line.id,
  item_id: line.item.id,
  model: 'Item',
  quantity,
})

/** Returns the payload that adds a line as it was, without a price: the cart has none of one with its add-ons. */
export const copyOf = (line: CartLineView): NewLine => ({
  item_id: line.item.id,
  model: 'Item',
  variation: line.variation,
  add_on_ids: line.add_on_ids,
  add_on_qtys: line.add_on_qtys,
  quantity: line.quantity,
  note: line.note,
})

/** Updates the cached lines before the server responds. Prices stay the same, because only the server computes them. */
function useOptimisticEdit() {
  const queryClient = useQueryClient()
  return ({ scope }: Turn, edit: (lines: CartLineView[]) => CartLineView[]) =>
    editEarly(queryClient, getCartQueryKey(shopperHeaders(scope)), edit)
}

export function useChangeLine() {
  const editOptimistically = useOptimisticEdit()
  return useQueuedMutation({
    queue,
    ...useCartResponse(),
    call: (change: LineChange, headers) =>
      asShopper(async (guestId) => {
        const body = { ...change, guest_id: guestId }
        return (await putCart({ headers, body, throwOnError: true })).data
      }),
    onMutate: ({ cart_id, quantity }, turn) =>
      editOptimistically(turn, (lines) => lines.map((line) => (line.id === cart_id ? { ...line, quantity } : line))),
  })
}

export function useRemoveLine() {
  const editOptimistically = useOptimisticEdit()
  return useQueuedMutation({
    queue,
    ...useCartResponse(),
    call: (id: number, tapped) =>
      asShopper(async (guestId) => {
        const headers = { ...tapped, 'X-Guest-Id': guestId }
        const call = { headers, path: { cart_id: id }, throwOnError: true } as const
        return (await deleteCartItem(call)).data
      }),
    onMutate: (id, turn) => editOptimistically(turn, (lines) => lines.filter((line) => line.id !== id)),
  })
}
