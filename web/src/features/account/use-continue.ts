import { useRouter } from '@tanstack/react-router'
import { currentScope } from '@/lib/scope/scope'
import { moduleTypeOf, useShop } from '@/lib/scope/shop'
import { forgetUnfinishedCheckout, unfinishedCheckout, returnTo } from '@/lib/account/return-to'
import { pageAfterSignIn } from './sign-in-steps'

/** Opens the page that follows a sign-in. onward: the page that the user wanted to open (AUTH-06). */
export function useContinueAfterSignIn() {
  const router = useRouter()
  const shop = useShop()
  return ({ isNew }: { isNew: boolean }, onward?: string) => {
    const scope = currentScope()
    const page = pageAfterSignIn({
      path: router.history.location.pathname,
      isNew,
      onward,
      unfinished: unfinishedCheckout(),
      back: returnTo(),
      hasInterests: scope.zoneIds.length > 0 && moduleTypeOf(scope, shop) !== 'parcel',
    })
    forgetUnfinishedCheckout()
    if (page) void router.navigate({ href: page })
  }
}
