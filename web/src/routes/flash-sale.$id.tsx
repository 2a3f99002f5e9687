import { createFileRoute } from '@tanstack/react-router'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { FlashSale } from '@/features/offer/flash-sale'
import { flashSaleOptions } from '@/features/offer/offer-queries'
import type { FlashSaleDetail } from '@/lib/api/types.gen'
import { usePagedList } from '@/lib/requests/paged-list'
import { isNotFound } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
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
  if (isNotFound(list.error)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={list} skeleton={<Skeleton height={420} radius={28} />}>
        {() => sale && <FlashSale sale={sale} list={list} />}
      </QueryView>
    </div>
  )
}
