import type { RouteContext } from '@/app'
import type { latestStoresOptions, popularStoresOptions } from '@/features/store/store-queries'
import { currentScope } from '@/lib/scope/scope'

type StoresOptions = typeof latestStoresOptions | typeof popularStoresOptions
type Loaded = { context: Pick<RouteContext, 'queryClient'> }

/** Returns the loader of a list of stores. A rental module has none: its list is of providers. */
export const prefetchStores =
  (options: StoresOptions) =>
  ({ context: { queryClient } }: Loaded) => {
    const scope = currentScope()
    if (scope.module?.module_type !== 'rental') void queryClient.prefetchQuery(options(1, scope))
  }
