import type { RouteContext } from '@/app'
import { getConfigOptions } from '@/lib/api/@tanstack/react-query.gen'
import { adoptModule, isOfOtherModule } from '@/lib/scope/adopt-module'
import { isId } from '@/lib/scope/guards'
import { currentScope } from '@/lib/scope/scope'

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
