import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { getWishlistOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteWishlist, postWishlist } from '@/lib/api/sdk.gen'
import type { WishlistOutputBody } from '@/lib/api/types.gen'
import type { Wish } from '@/contracts/heart'
import { common } from '@/lib/text/intl'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { toast, toastProblem } from '@/lib/page/toast'

/** What a customer likes; guests have no list, and a list that fails is not fetched again (WISH-01). */
export const wishlistOptions = ({ headers, signedIn }: Scope) =>
  queryOptions({ ...getWishlistOptions({ headers }), enabled: signedIn, retry: false, staleTime: 5 * 60_000 })

/** Whether a thing is in the list; while that is not known, it is not. */
export function useIsWished({ kind, thing }: Wish) {
  const { data = false } = useQuery({
    ...wishlistOptions(useScope()),
    select: (list) => list[kind].some(({ id }) => id === thing.id),
  })
  return data
}

const without = (list: WishlistOutputBody, { kind, thing }: Wish): WishlistOutputBody => ({
  ...list,
  [kind]: list[kind].filter(({ id }) => id !== thing.id),
})

/** The newest first, as the server lists them. */
const including = (list: WishlistOutputBody, wish: Wish): WishlistOutputBody => {
  const others = without(list, wish)
  return wish.kind === 'item'
    ? { ...others, item: [wish.thing, ...others.item] }
    : { ...others, store: [wish.thing, ...others.store] }
}

const queryOf = ({ kind, thing }: Wish) => (kind === 'item' ? { item_id: thing.id } : { store_id: thing.id })

type Edit = (list: WishlistOutputBody, wish: Wish) => WishlistOutputBody

/** Adds a thing. The heart fills at once; the server's sentence follows, whatever it is (API-07). */
export const useAddWish = () => useChange(postWishlist, including, without)

/** Takes a thing out, once that was confirmed. */
export const useRemoveWish = () => useChange(deleteWishlist, without, including)

function useChange(call: typeof postWishlist | typeof deleteWishlist, apply: Edit, takeBack: Edit) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const mutationKey = ['wishlist']
  const edit = (how: Edit, wish: Wish) =>
    queryClient.setQueryData(wishlistOptions(currentScope()).queryKey, (list) => list && how(list, wish))

  return useMutation({
    mutationKey,
    scope: { id: 'wishlist' }, // quick taps reach the server in the order they were made
    meta: { quiet: true },
    mutationFn: async (wish: Wish) => (await call({ query: queryOf(wish), throwOnError: true })).data,
    onMutate: async (wish) => {
      // An answer that is on its way knows nothing of this.
      await queryClient.cancelQueries({ queryKey: wishlistOptions(currentScope()).queryKey })
      edit(apply, wish)
    },
    onSuccess: ({ message }) => toast(message),
    onError: (error, wish) => {
      edit(takeBack, wish)
      toastProblem(isRefusal(error) ? error.message : t(common.offline))
    },
    // Only after the last tap: an earlier answer would take back what a later one did.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return
      await queryClient.invalidateQueries({ queryKey: wishlistOptions(currentScope()).queryKey })
    },
  })
}
