import { useRouter } from '@tanstack/react-router'
import { currentScope } from '@/lib/scope/scope'
import { forgetUnfinishedCheckout, unfinishedCheckout, returnTo } from '@/lib/account/return-to'
import { pageAfterSignIn } from './sign-in-steps'

/** Leads on after a sign-in; onward is the page that was asked for when it was opened (AUTH-06). */
export function useContinueAfterSignIn() {
  const router = useRouter()
  return ({ isNew }: { isNew: boolean }, onward?: string) => {
    const { zoneIds, module } = currentScope()
    const way = pageAfterSignIn({
      path: router.history.location.pathname,
      isNew,
      onward,
      unfinished: unfinishedCheckout(),
      back: returnTo(),
      hasInterests: zoneIds.length > 0 && module?.module_type !== 'parcel',
    })
    forgetUnfinishedCheckout()
    if (way) void router.navigate({ href: way })
  }
}
