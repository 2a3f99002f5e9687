import { useRouter } from '@tanstack/react-router'
import { currentScope } from '@/lib/scope/scope'
import { forgetUnfinishedCheckout, unfinishedCheckout, returnTo } from '@/lib/account/return-to'
import { pageAfterSignIn } from './sign-in-steps'

/** Opens the page that follows a sign-in. onward: the page that the user wanted to open (AUTH-06). */
export function useContinueAfterSignIn() {
  const router = useRouter()
  return ({ isNew }: { isNew: boolean }, onward?: string) => {
    const { zoneIds, module } = currentScope()
    const page = pageAfterSignIn({
      path: router.history.location.pathname,
      isNew,
      onward,
      unfinished: unfinishedCheckout(),
      back: returnTo(),
      hasInterests: zoneIds.length > 0 && module?.module_type !== 'parcel',
    })
    forgetUnfinishedCheckout()
    if (page) void router.navigate({ href: page })
  }
}
