import type { RouteContext } from '@/app'
import { getConfigOptions } from '@/lib/api/@tanstack/react-query.gen'
import { adoptModule, isOfOtherModule } from '@/lib/scope/adopt-module'
import { isId } from '@/lib/scope/guards'
import { currentScope } from '@/lib/scope/scope'

// A link to another module's page switches to that module, because the cart on that page belongs to it.

type ModuleSearch = { module_id?: number }

/** Reads the module id from the search parameters. */
export const readModuleSearch = ({ module_id }: Record<string, unknown>): ModuleSearch =>
  isId(Number(module_id)) ? { module_id: Number(module_id) } : {}

type BeforeLoad = { search: ModuleSearch; preload: boolean; context: Pick<RouteContext, 'queryClient'> }

/** Switches to the module of a link before the page is loaded, but not when the link is only prefetched. */
export async function adoptModuleOfLink({ search: { module_id }, preload, context: { queryClient } }: BeforeLoad) {
  const scope = currentScope()
  if (preload || module_id === undefined || module_id === scope.module?.id) return
  const shop = await queryClient.ensureQueryData(getConfigOptions({ headers: scope.headers }))
  const module = shop.module.find(({ id }) => id === module_id)
  if (module && isOfOtherModule({ module_id }, scope, shop)) adoptModule({ ...module, module_id })
}

/** Returns what switches to a module of this type for its pages, whose URLs have no module id. */
const adoptType =
  (type: 'rental' | 'parcel') =>
  async ({ preload, context: { queryClient } }: Pick<BeforeLoad, 'preload' | 'context'>) => {
    const { module, headers } = currentScope()
    if (preload || module?.module_type === type) return
    const shop = await queryClient.ensureQueryData(getConfigOptions({ headers }))
    const found = shop.module.find(({ module_type }) => module_type === type)
    if (found) adoptModule({ module_id: found.id, module_type: type })
  }

export const adoptRental = adoptType('rental')

export const adoptParcel = adoptType('parcel')
