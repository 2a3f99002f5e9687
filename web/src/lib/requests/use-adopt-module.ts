import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { adoptModule, isOfOtherModule, type OfModule } from '@/lib/scope/adopt-module'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'

/**
 * Switches to the module of a page whose URL has no module id. Returns whether that module is the
 * current one. Until then the page fetches nothing, because the switch clears the whole cache. The
 * page's own response is stored again under its new key.
 */
export function useAdoptModule(page: OfModule, keyIn: (scope: Scope) => QueryKey, response: unknown = page): boolean {
  const queryClient = useQueryClient()
  const isOther = isOfOtherModule(page, useScope(), useShop())
  useLayoutEffect(() => {
    if (!isOther) return
    adoptModule(page)
    queryClient.setQueryData(keyIn(currentScope()), response)
  })
  return !isOther
}
