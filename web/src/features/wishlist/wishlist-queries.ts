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

/** Fetches the customer's wishlist. Guests have none, and a failed fetch is not retried (WISH-01). */
export const wishlistOptions = ({ headers, signedIn }: Scope) =>
  queryOptions({ ...getWishlistOptions({ headers }), enabled: signedIn, retry: false, staleTime: 5 * 60_000 })

/** The name of a kind's list in the response. */
export const listOf = { item: 'item', store: 'store', vehicle: 'vehicles', provider: 'providers' } as const

/** Returns whether a thing is in the wishlist; false while it is loaded. */
export function useIsWished({ kind, thing }: Wish) {
  const { data = false } = useQuery({
    ...wishlistOptions(useScope()),
    select: (list) => list[listOf[kind]].some(({ id }) => id === thing.id),
  })
  return data
}

const withoutWish = (list: WishlistOutputBody, { kind, thing }: Wish): WishlistOutputBody => {
  const name = listOf[kind]
  return { ...list, [name]: list[name].filter(({ id }) => id !== thing.id) }
}

/** Adds a thing at the start, because the server lists the newest first. */
const withWish = (list: WishlistOutputBody, wish: Wish): WishlistOutputBody => {
  const [others, name] = [withoutWish(list, wish), listOf[wish.kind]]
  return { ...others, [name]: [wish.thing, ...others[name]] }
}

const queryOf = ({ kind, thing }: Wish) => ({ [`${kind}_id`]: thing.id })

type Edit = (list: WishlistOutputBody, wish: Wish) => WishlistOutputBody

/** Adds a thing. The heart is filled at once; later a toast shows the server's message (API-07). */
export const useAddWish = () => useChange(postWishlist, withWish, withoutWish)

/** Removes a thing. The caller asks for a confirmation first. */
export const useRemoveWish = () => useChange(deleteWishlist, withoutWish, withWish)

function useChange(call: typeof postWishlist | typeof deleteWishlist, apply: Edit, takeBack: Edit) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const mutationKey = ['wishlist']
  const edit = (how: Edit, wish: Wish) =>
    queryClient.setQueryData(wishlistOptions(currentScope()).queryKey, (list) => list && how(list, wish))

  return useMutation({
    mutationKey,
    scope: { id: 'wishlist' }, // quick taps are sent in order
    meta: { quiet: true },
    mutationFn: async (wish: Wish) => (await call({ query: queryOf(wish), throwOnError: true })).data,
    onMutate: async (wish) => {
      // A response that is still on its way does not include this change.
      await queryClient.cancelQueries({ queryKey: wishlistOptions(currentScope()).queryKey })
      edit(apply, wish)
    },
    onSuccess: ({ message }) => toast(message),
    onError: (error, wish) => {
      edit(takeBack, wish)
      toastProblem(isRefusal(error) ? error.message : t(common.offline))
    },
    // Only after the last tap, because an earlier response would undo the later ones in the cache.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return
      await queryClient.invalidateQueries({ queryKey: wishlistOptions(currentScope()).queryKey })
    },
  })
}
