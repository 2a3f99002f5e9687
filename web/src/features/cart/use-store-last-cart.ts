import { useEffect } from 'react'
import type { CartLineView } from '@/lib/api/types.gen'
import { currentScope } from '@/lib/scope/scope'

/** Stores the cart whenever the server returns a new one. Its code is loaded with the first cart. */
export function useStoreLastCart(lines: readonly CartLineView[] | undefined) {
  useEffect(() => {
    if (!lines) return
    const scope = currentScope()
    import('./last-cart')
      // Not for somebody who has signed in meanwhile.
      .then(({ storeLastCart }) => currentScope() === scope && storeLastCart(scope, lines))
      .catch(() => {}) // the next cart tries again
  }, [lines])
}
