import { createFileRoute } from '@tanstack/react-router'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Campaign, type CampaignProps } from '@/features/offer/campaign'
import { campaignOptions } from '@/features/offer/offer-queries'
import type { CampaignDetail } from '@/lib/api/types.gen'
import { usePagedList } from '@/lib/requests/paged-list'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
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
  const module = useShop().module.find(({ id }) => id === campaign?.module_id)
  if (isNotFound(list.error) || (campaign && !module)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={list} skeleton={<CampaignSkeleton />}>
        {() => campaign && module && <Adopted campaign={campaign} list={list} moduleType={module.module_type} />}
      </QueryView>
    </div>
  )
}

function Adopted({ campaign, list, moduleType }: CampaignProps & { moduleType: string }) {
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(
    { module_id: campaign.module_id, module_type: moduleType },
    (scope) => campaignOptions(id, 1, scope).queryKey,
    campaign,
  )
  return isAdopted ? <Campaign campaign={campaign} list={list} /> : <CampaignSkeleton />
}

const CampaignSkeleton = () => <Skeleton height={420} radius={28} />
