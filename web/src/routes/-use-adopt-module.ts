import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { adoptModule, isOfOtherModule, type OfModule } from '@/lib/scope/adopt-module'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'

/**
 * Adopts the module of a page whose address names none. Returns whether that module
 * is in force: until then the page fetches nothing, because the whole cache is
 * cleared with the old module. The page's own response is kept, under its new key.
 */
export function useAdoptModule(page: OfModule, keyIn: (scope: Scope) => QueryKey, response: unknown = page): boolean {
  const queryClient = useQueryClient()
  const isOther = isOfOtherModule(page, useScope())
  useLayoutEffect(() => {
    if (!isOther) return
    adoptModule(page)
    queryClient.setQueryData(keyIn(currentScope()), response)
  })
  return !isOther
}
