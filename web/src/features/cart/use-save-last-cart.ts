import { useEffect } from 'react'
import type { CartLineView } from '@/lib/api/types.gen'
import { currentScope } from '@/lib/scope/scope'

/** Saves the cart on the device whenever the server returns a new one. Its code is loaded with the first cart. */
export function useSaveLastCart(lines: readonly CartLineView[] | undefined) {
  useEffect(() => {
    if (!lines) return
    const scope = currentScope()
    import('./last-cart')
      // Not for somebody who has signed in meanwhile.
      .then(({ saveLastCart }) => currentScope() === scope && saveLastCart(scope, lines))
      .catch(() => {}) // the next cart tries again
  }, [lines])
}
