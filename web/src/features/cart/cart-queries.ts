import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getCartOptions, getCartQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import { deleteCartItem, postCart, putCart } from '@/lib/api/sdk.gen'
import type { CartLineView } from '@/lib/api/types.gen'
import { addToCartKey, type NewLine } from '@/contracts/cart-actions'
import { asShopper } from '@/lib/account/guest'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'

/** Zone, module and language are headers and part of the key; so is the guest. */
const keyOf = ({ headers, guest }: Scope) => ({ headers: { ...headers, ...guest } })

/** A shopper nobody knows yet has an empty cart, and nothing is asked. */
const hasCart = ({ guestId, signedIn, module }: Scope) =>
  (guestId !== undefined || signedIn) && module !== undefined && module.module_type !== 'parcel'

/** The cart of the module in force. */
export const cartOptions = (scope: Scope) =>
  queryOptions({
    ...getCartOptions(keyOf(scope)),
    enabled: hasCart(scope),
    // Other tabs and the clock change it: ask again whenever it is looked at.
    staleTime: 5_000,
  })

/** The cart; its lines are undefined until they are known. Says nothing of a refetch that changes nothing. */
export function useCart() {
  const scope = useScope()
  const { data, isPending, error, failureReason, isRefetchError, refetch } = useQuery(cartOptions(scope))
  const known = hasCart(scope) ? { lines: data, isPending } : { lines: emptyLines, isPending: false }
  return { ...known, data, error, failureReason, isRefetchError, refetch }
}

/** What somebody makes of the cart, who does not fetch it; undefined until it is known. */
export function useCartSelection<T>(select: (lines: CartLineView[]) => T): T | undefined {
  const scope = useScope()
  const { data } = useQuery({ ...cartOptions(scope), enabled: false, select })
  return hasCart(scope) ? data : undefined
}

/** Its lines of an item. */
export function useLinesOf(itemId: number): readonly CartLineView[] {
  const select = useCallback((lines: CartLineView[]) => lines.filter(({ item }) => item.id === itemId), [itemId])
  return useCartSelection(select) ?? emptyLines
}

const emptyLines: CartLineView[] = []

/** Units in the cart, undefined until it is known. */
export const countOf = (lines: readonly { quantity: number }[] | undefined) =>
  lines?.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether the server refused because the cart holds another store's lines (CART-05). */
export const isOtherStore = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code }) => code === 'cart_other_store')

const cartKey = ['cart']

/** Quick taps reach the server in the order they were made. */
const inOrder = { mutationKey: cartKey, scope: { id: 'cart' } }

/** Every change answers the whole list, which takes the cart's place (CART-02). */
function useCartResponse() {
  const queryClient = useQueryClient()
  const isLast = () => queryClient.isMutating({ mutationKey: cartKey }) === 1
  return {
    // The key is read after the call: a first guest id is part of it. Only after
    // the last tap: an earlier answer would drag the stepper back.
    onSuccess: (lines: CartLineView[]) => {
      if (isLast()) queryClient.setQueryData(getCartQueryKey(keyOf(currentScope())), lines)
    },
    // The optimistic edit was wrong: fetch the cart again.
    onError: async () => {
      if (isLast()) await queryClient.invalidateQueries({ queryKey: getCartQueryKey(keyOf(currentScope())) })
    },
  }
}

/** Adds a line; clearOther empties another store's cart first, in the same step. */
export function useAddLine() {
  return useMutation({
    ...inOrder,
    mutationKey: addToCartKey,
    ...useCartResponse(),
    meta: { quiet: true }, // the caller asks about another store's cart
    mutationFn: ({ line, clearOther = false }: { line: NewLine; clearOther?: boolean }) =>
      asShopper(async (guestId) => {
        const body = { ...line, guest_id: guestId, clear_other: clearOther }
        return (await postCart({ headers: currentScope().headers, body, throwOnError: true })).data
      }),
  })
}

/** What a line is changed to. */
type LineChange = NewLine & { cart_id: number }

/** A line as the payload that would change how many of it there are. */
export const changeOf = (line: CartLineView, quantity: number): LineChange => ({
  cart_id: line.id,
  item_id: line.item.id,
  model: 'Item',
  price: line.price,
  variation: line.variation,
  add_on_ids: line.add_on_ids,
  add_on_qtys: line.add_on_qtys,
  quantity,
  note: line.note,
})

/** Shows the lines as they will be, before the server says so. Prices do not move: only the server computes them. */
function useOptimisticEdit() {
  const queryClient = useQueryClient()
  return async (edit: (lines: CartLineView[]) => CartLineView[]) => {
    const queryKey = getCartQueryKey(keyOf(currentScope()))
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<CartLineView[]>(queryKey, (lines) => lines && edit(lines))
  }
}

export function useChangeLine() {
  const early = useOptimisticEdit()
  return useMutation({
    ...inOrder,
    ...useCartResponse(),
    mutationFn: (change: LineChange) =>
      asShopper(async (guestId) => {
        const body = { ...change, guest_id: guestId }
        return (await putCart({ headers: currentScope().headers, body, throwOnError: true })).data
      }),
    onMutate: ({ cart_id, quantity }) =>
      early((lines) => lines.map((line) => (line.id === cart_id ? { ...line, quantity } : line))),
  })
}

export function useRemoveLine() {
  const early = useOptimisticEdit()
  return useMutation({
    ...inOrder,
    ...useCartResponse(),
    mutationFn: (id: number) =>
      asShopper(async (guestId) => {
        const headers = { ...currentScope().headers, 'X-Guest-Id': guestId }
        const call = { headers, path: { cart_id: id }, throwOnError: true } as const
        return (await deleteCartItem(call)).data
      }),
    onMutate: (id) => early((lines) => lines.filter((line) => line.id !== id)),
  })
}
