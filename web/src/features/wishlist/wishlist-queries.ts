import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { getWishlistOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteWishlist, postWishlist } from '@/lib/api/sdk.gen'
import type { WishlistOutputBody } from '@/lib/api/types.gen'
import type { Wish } from '@/contracts/heart'
import { common } from '@/lib/text/intl'
import { isRefusal } from '@/lib/requests/problems'
import { useQueuedMutation } from '@/lib/requests/use-queued-mutation'
import { useScope, type Scope } from '@/lib/scope/scope'
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
  const edit = (scope: Scope, how: Edit, wish: Wish) =>
    queryClient.setQueryData(wishlistOptions(scope).queryKey, (list) => list && how(list, wish))

  return useQueuedMutation({
    queue: 'wishlist',
    meta: { quiet: true },
    call: async (wish: Wish, headers) => (await call({ headers, query: queryOf(wish), throwOnError: true })).data,
    onMutate: async (wish, { scope }) => {
      // A response that is still on its way does not include this change.
      await queryClient.cancelQueries({ queryKey: wishlistOptions(scope).queryKey })
      edit(scope, apply, wish)
    },
    onSuccess: ({ message }) => toast(message),
    onError: (error, { scope }, wish) => {
      edit(scope, takeBack, wish)
      toastProblem(isRefusal(error) ? error.message : t(common.offline))
    },
    // Only after the last tap, because an earlier response would undo the later ones in the cache.
    onSettled: async ({ scope, isLast }) => {
      if (isLast()) await queryClient.invalidateQueries({ queryKey: wishlistOptions(scope).queryKey })
    },
  })
}
