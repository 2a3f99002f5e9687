import { useEffect, useMemo } from 'react'
import type { CartLineView } from '@/lib/api/types.gen'
import { currentScope, useScope } from '@/lib/scope/scope'
import { storeLastCart, readLastCart } from './last-cart'

/** Stores the cart whenever the server returns a new one. */
export function useStoreLastCart(lines: readonly CartLineView[] | undefined) {
  useEffect(() => {
    if (lines) storeLastCart(currentScope(), lines)
  }, [lines])
}

/**
 * Returns the stored cart, if isWanted. Callers want it only after a failed request, so
 * it is never read on the server.
 */
export function useLastCart(isWanted: boolean) {
  const scope = useScope()
  return useMemo(() => (isWanted ? readLastCart(scope) : undefined), [isWanted, scope])
}
