import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteCartItemMutation,
  deleteCartMutation,
  getCartOptions,
  getCartQueryKey,
} from '@/lib/api/@tanstack/react-query.gen'
import { postCart, putCart } from '@/lib/api/sdk.gen'
import type { CartLineView, CartPayload } from '@/lib/api/types.gen'
import { ensureGuest } from '@/lib/guest'
import { isRefusal } from '@/lib/problems'
import { currentScope, useScope, type Scope } from '@/lib/scope'

/** What is added, as the item's page made it; who adds it is said here. */
export type NewLine = Omit<CartPayload, 'guest_id'>

/** Zone, module and language are headers and part of the key; so is the guest. */
const keyOf = ({ headers, query }: Scope) => ({ headers, query })

/** The cart of the module in force. A shopper nobody knows yet has an empty one, and nothing is asked. */
export function cartOptions(scope: Scope) {
  const someone = scope.guestId !== undefined || scope.signedIn
  return queryOptions({
    ...getCartOptions(keyOf(scope)),
    enabled: someone && scope.module !== undefined,
    // Other tabs and the clock change it: ask again whenever it is looked at.
    staleTime: 5_000,
  })
}

export function useCart() {
  const scope = useScope()
  const cart = useQuery(cartOptions(scope))
  const asked = scope.guestId !== undefined || scope.signedIn
  return { ...cart, lines: cart.data, isPending: asked && cart.isPending }
}

/** Units in the cart, undefined until it is known. */
export const countOf = (lines: CartLineView[] | undefined) => lines?.reduce((sum, line) => sum + line.quantity, 0)

const isGuestUnknown = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code }) => code === 'guest_unknown')

/** Whether the server refused because the cart holds another store's lines (CART-05). */
export const isOtherStore = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code }) => code === 'cart_other_store')

/** Runs a call as the guest, with a new guest id when the server no longer knows the old one. */
async function asShopper<T>(call: (guestId: string | undefined) => Promise<T>): Promise<T> {
  const who = async () => (currentScope().signedIn ? undefined : ensureGuest())
  try {
    return await call(await who())
  } catch (error) {
    if (!isGuestUnknown(error)) throw error
    return call(await who())
  }
}

/** Every change answers the whole list, which takes the cart's place (CART-02). */
function useKeepLines() {
  const queryClient = useQueryClient()
  // The key is read after the call: a first guest id is part of it.
  return (lines: CartLineView[]) => queryClient.setQueryData(getCartQueryKey(keyOf(currentScope())), lines)
}

/** Quick taps reach the server in the order they were made. */
const inOrder = { mutationKey: ['cart'], scope: { id: 'cart' } }

/** Adds a line; clearOther empties another store's cart first, in the same step. */
export function useAddLine() {
  const keep = useKeepLines()
  return useMutation({
    ...inOrder,
    meta: { quiet: true }, // the caller asks about another store's cart
    mutationFn: ({ line, clearOther = false }: { line: NewLine; clearOther?: boolean }) =>
      asShopper(async (guestId) => {
        const body = { ...line, guest_id: guestId, clear_other: clearOther }
        const { data } = await postCart({ headers: currentScope().headers, body, throwOnError: true })
        return data
      }),
    onSuccess: keep,
  })
}

/** What a line is changed to. */
export type LineChange = NewLine & { cart_id: number }

/** A line as the payload that would change it. */
export const changeOf = (line: CartLineView, quantity: number): LineChange => ({
  cart_id: line.id,
  item_id: line.item.id,
  variation: line.variation,
  add_on_ids: line.add_on_ids,
  add_on_qtys: line.add_on_qtys,
  quantity,
})

export function useChangeLine() {
  const queryClient = useQueryClient()
  const keep = useKeepLines()
  const queryKey = getCartQueryKey(keyOf(useScope()))
  return useMutation({
    ...inOrder,
    mutationFn: (change: LineChange) =>
      asShopper(async (guestId) => {
        const body = { ...change, guest_id: guestId }
        const { data } = await putCart({ headers: currentScope().headers, body, throwOnError: true })
        return data
      }),
    // The stepper moves at once. Prices do not: only the server computes them.
    onMutate: async ({ cart_id, quantity }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<CartLineView[]>(queryKey)
      queryClient.setQueryData<CartLineView[]>(queryKey, (lines) =>
        lines?.map((line) => (line.id === cart_id ? { ...line, quantity } : line)),
      )
      return { before }
    },
    onError: (_error, _change, result) => queryClient.setQueryData(queryKey, result?.before),
    // Only after the last tap: an earlier answer would drag the stepper back.
    onSuccess: (lines) => {
      if (queryClient.isMutating({ mutationKey: ['cart'] }) === 1) keep(lines)
    },
  })
}

export function useRemoveLine() {
  const scope = useScope()
  const keep = useKeepLines()
  const remove = useMutation({ ...deleteCartItemMutation(keyOf(scope)), ...inOrder, onSuccess: keep })
  return {
    ...remove,
    mutate: (id: number, onSuccess?: () => void) =>
      remove.mutate({ ...keyOf(scope), path: { cart_id: id } }, { onSuccess }),
  }
}

export function useClearCart() {
  const scope = useScope()
  const keep = useKeepLines()
  return useMutation({ ...deleteCartMutation(keyOf(scope)), ...inOrder, onSuccess: keep })
}
