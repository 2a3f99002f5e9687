import { createFileRoute } from '@tanstack/react-router'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { Campaign } from '@/features/offer/campaign'
import { campaignOptions } from '@/features/offer/offer-queries'
import type { CampaignDetail } from '@/lib/api/types.gen'
import { usePagedList } from '@/lib/requests/paged-list'
import { isNotFound } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/campaign/$id')({
  component: CampaignPage,
})

function CampaignPage() {
  const { id } = Route.useParams()
  const scope = useScope()
  const list = usePagedList<CampaignDetail>((offset) => campaignOptions(id, offset, scope), {
    isLast: ({ total_size, limit, offset }) => offset * limit >= total_size,
  })
  const [campaign] = list.data?.pages ?? []
  if (isNotFound(list.error)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={list} skeleton={<Skeleton height={420} radius={28} />}>
        {() => campaign && <Campaign campaign={campaign} list={list} />}
      </QueryView>
    </div>
  )
}
