import { useRouter } from '@tanstack/react-router'
import { currentScope } from '@/lib/scope'
import { forgetUnfinished, unfinished, wayBack } from '@/lib/way-back'
import { wayAfter } from './sign-in-steps'

/** Leads on after a sign-in; onward is the page that was asked for when it was opened (AUTH-06). */
export function useGoOn() {
  const router = useRouter()
  return ({ isNew }: { isNew: boolean }, onward?: string) => {
    const { zoneIds, module } = currentScope()
    const way = wayAfter({
      path: router.history.location.pathname,
      isNew,
      onward,
      unfinished: unfinished(),
      back: wayBack(),
      hasInterests: zoneIds.length > 0 && module?.module_type !== 'parcel',
    })
    forgetUnfinished()
    if (way) void router.navigate({ href: way })
  }
}
