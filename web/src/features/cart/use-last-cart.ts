import { useMemo } from 'react'
import { useScope } from '@/lib/scope/scope'
import { readLastCart } from './last-cart'

/**
 * Returns the stored cart, if isWanted. Callers want it only after a failed request, so
 * it is never read on the server.
 */
export function useLastCart(isWanted: boolean) {
  const scope = useScope()
  return useMemo(() => (isWanted ? readLastCart(scope) : undefined), [isWanted, scope])
}
