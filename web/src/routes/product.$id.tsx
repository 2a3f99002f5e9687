import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { QueryView } from '@/components/loading/query-view'
import { itemOptions } from '@/features/item/item-queries'
import { ProductSkeleton } from '@/features/item/product-preview'
import { ProductView } from '@/features/item/product-view'
import type { ItemView } from '@/lib/api/types.gen'
import { slugOf } from '@/lib/page/links'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useBuyNow } from './-items'
import { adoptModuleOfLink, readModuleSearch } from './-adopt-module'
import { NotFound } from './-not-found'
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
  const inCampaign = !!Route.useSearch().campaign
  const item = useQuery(itemOptions(id, useScope(), inCampaign))
  if (isNotFound(item.error)) return <NotFound />
  // Only ecommerce items have their own page; others open on their store's page (D17).
  if (item.data && item.data.module_type !== 'ecommerce') {
    const { store_slug, module_id } = item.data
    const search = { module_id, item: slugOf(item.data), campaign: inCampaign ? '1' : undefined }
    return <Navigate to="/store/$id" params={{ id: store_slug }} search={search} replace />
  }
  return (
    <div className={c.page}>
      <QueryView query={item} skeleton={<ProductSkeleton id={id} />}>
        {(found) => <Product key={`${found.id} ${inCampaign}`} item={found} inCampaign={inCampaign} />}
      </QueryView>
    </div>
  )
}

function Product({ item, inCampaign }: { item: ItemView; inCampaign: boolean }) {
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(item, (scope) => itemOptions(id, scope, inCampaign).queryKey)
  const onBuyNow = useBuyNow()
  return isAdopted ? <ProductView item={item} onBuyNow={onBuyNow} /> : <ProductSkeleton id={id} />
}
