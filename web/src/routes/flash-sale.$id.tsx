import { createFileRoute } from '@tanstack/react-router'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { FlashSale, type FlashSaleProps } from '@/features/offer/flash-sale'
import { flashSaleOptions } from '@/features/offer/offer-queries'
import type { FlashSaleDetail } from '@/lib/api/types.gen'
import { usePagedList } from '@/lib/requests/paged-list'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/flash-sale/$id')({
  component: FlashSalePage,
})

function FlashSalePage() {
  const { id } = Route.useParams()
  const scope = useScope()
  const list = usePagedList<FlashSaleDetail>((offset) => flashSaleOptions(id, offset, scope), {
    isLast: ({ total_size, limit, offset }) => offset * limit >= total_size,
  })
  const [sale] = list.data?.pages ?? []
  const module = useShop().module.find(({ id }) => id === sale?.module_id)
  if (isNotFound(list.error) || (sale && !module)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={list} skeleton={<SaleSkeleton />}>
        {() => sale && module && <Sale sale={sale} list={list} moduleType={module.module_type} />}
      </QueryView>
    </div>
  )
}

function Sale({ sale, list, moduleType }: FlashSaleProps & { moduleType: string }) {
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(
    { module_id: sale.module_id, module_type: moduleType },
    (scope) => flashSaleOptions(id, 1, scope).queryKey,
    sale,
  )
  return isAdopted ? <FlashSale sale={sale} list={list} /> : <SaleSkeleton />
}

const SaleSkeleton = () => <Skeleton height={420} radius={28} />
