import type { RouteContext } from '@/app'
import type { latestStoresOptions, popularStoresOptions } from '@/features/store/store-queries'
import { currentScope } from '@/lib/scope/scope'
import { moduleTypeInForce } from './-module-in-force'

type StoresOptions = typeof latestStoresOptions | typeof popularStoresOptions
type Loaded = { context: Pick<RouteContext, 'queryClient'> }

/** Returns the loader of a list of stores. A rental module has none: its list is of providers. */
export const prefetchStores =
  (options: StoresOptions) =>
  async ({ context }: Loaded) => {
    if ((await moduleTypeInForce(context)) === 'rental') return
    void context.queryClient.prefetchQuery(options(1, currentScope()))
  }
