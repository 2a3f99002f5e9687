import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { QueryView } from '@/components/loading/query-view'
import { fetchStore, storeOptions } from '@/features/store/store-queries'
import { StoreSkeleton, StoreView } from '@/features/store/store-view'
import { WatchOpen } from '@/features/store/watch-open'
import type { StoreDetail } from '@/lib/api/types.gen'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { currentScope, useScope } from '@/lib/scope/scope'
import { adoptModuleOfLink, readModuleSearch } from './-adopt-module'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/store/$id')({
  validateSearch: readModuleSearch,
  beforeLoad: adoptModuleOfLink,
  loader: ({ context: { queryClient }, params }) => void fetchStore(queryClient, params.id, currentScope()),
  component: StorePage,
})

function StorePage() {
  const { id } = Route.useParams()
  const store = useQuery(storeOptions(id, useScope()))
  if (isNotFound(store.error)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={store} skeleton={<StoreSkeleton id={id} />}>
        {(found) => <Store key={found.id} store={found} />}
      </QueryView>
    </div>
  )
}

function Store({ store }: { store: StoreDetail }) {
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(store, (scope) => storeOptions(id, scope).queryKey)
  if (!isAdopted) return <StoreSkeleton id={id} />
  return (
    <>
      <StoreView store={store} />
      <WatchOpen id={id} />
    </>
  )
}
