import type { RouteContext } from '@/app'
import { getConfigOptions } from '@/lib/api/@tanstack/react-query.gen'
import { currentScope } from '@/lib/scope/scope'
import { moduleTypeOf } from '@/lib/scope/shop'

/** Returns the type of the module in force, for loaders. Before a choice the configuration has it. */
export async function moduleTypeInForce({ queryClient }: Pick<RouteContext, 'queryClient'>) {
  const scope = currentScope()
  if (scope.module) return scope.module.module_type
  return moduleTypeOf(scope, await queryClient.ensureQueryData(getConfigOptions({ headers: scope.headers })))
}
