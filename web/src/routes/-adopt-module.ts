import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { RouteContext } from '@/app'
import { getConfigOptions } from '@/lib/api/@tanstack/react-query.gen'
import { adoptModule, isOfOtherModule, type OfModule } from '@/lib/scope/adopt-module'
import { isId } from '@/lib/scope/guards'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'

// Whoever follows a link to another module's page shops there from then on: the
// cart beside it is that module's.

type ModuleSearch = { module_id?: number }

/** Reads the module of a page from its address. */
export const readModuleSearch = ({ module_id }: Record<string, unknown>): ModuleSearch =>
  isId(Number(module_id)) ? { module_id: Number(module_id) } : {}

type BeforeLoad = { search: ModuleSearch; preload: boolean; context: Pick<RouteContext, 'queryClient'> }

/** Adopts the module that a link names before the page is fetched, but not while a link is only prefetched. */
export function adoptModuleOfLink({ search, preload, context: { queryClient } }: BeforeLoad) {
  const scope = currentScope()
  const shop = queryClient.getQueryData(getConfigOptions({ headers: scope.headers }).queryKey)
  const module = shop?.module.find(({ id }) => id === search.module_id)
  if (!module || preload || !isOfOtherModule({ module_id: module.id }, scope)) return
  adoptModule({ module_id: module.id, module_type: module.module_type })
}

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
