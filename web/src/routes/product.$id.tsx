import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { itemOptions } from '@/features/item/item-queries'
import { ProductView } from '@/features/item/product-view'
import type { ItemView } from '@/lib/api/types.gen'
import { slugOf } from '@/lib/page/links'
import { isNotFound } from '@/lib/requests/problems'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useBuyNow } from './-items'
import { adoptModuleOfLink, readModuleSearch } from './-adopt-module'
import { NotFound } from './-not-found'
import { useAdoptModule } from './-use-adopt-module'
import c from './-page.module.css'

export const Route = createFileRoute('/product/$id')({
  validateSearch: readModuleSearch,
  beforeLoad: adoptModuleOfLink,
  loader: ({ context: { queryClient }, params }) =>
    void queryClient.prefetchQuery(itemOptions(params.id, currentScope())),
  component: ProductPage,
})

function ProductPage() {
  const { id } = Route.useParams()
  const item = useQuery(itemOptions(id, useScope()))
  if (isNotFound(item.error)) return <NotFound />
  // Only an ecommerce item has a page of its own; any other opens in its store (D17).
  if (item.data && item.data.module_type !== 'ecommerce') {
    const { store_slug, module_id } = item.data
    const search = { module_id, item: slugOf(item.data) }
    return <Navigate to="/store/$id" params={{ id: store_slug }} search={search} replace />
  }
  return (
    <div className={c.page}>
      <QueryView query={item} skeleton={<Skeleton height={420} radius={28} />}>
        {(found) => <Product key={found.id} item={found} />}
      </QueryView>
    </div>
  )
}

function Product({ item }: { item: ItemView }) {
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(item, (scope) => itemOptions(id, scope).queryKey)
  const onBuyNow = useBuyNow()
  return isAdopted && <ProductView item={item} onBuyNow={onBuyNow} />
}
