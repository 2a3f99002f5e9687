import { useEffect, useMemo } from 'react'
import type { CartLineView } from '@/lib/api/types.gen'
import { currentScope, useScope } from '@/lib/scope/scope'
import { storeLastCart, readLastCart } from './last-cart'

/** Remembers the cart as the server last told it. */
export function useStoreLastCart(lines: readonly CartLineView[] | undefined) {
  useEffect(() => {
    if (lines) storeLastCart(currentScope(), lines)
  }, [lines])
}

/** The cart as it was last seen. Wanted only once the server could not be asked, and so never while one renders. */
export function useLastCart(isWanted: boolean) {
  const scope = useScope()
  return useMemo(() => (isWanted ? readLastCart(scope) : undefined), [isWanted, scope])
}
