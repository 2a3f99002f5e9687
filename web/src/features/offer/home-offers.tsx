import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Countdown } from '@/components/offer/countdown'
import { Pending } from '@/components/loading/pending'
import { Rail } from '@/components/layout/rail'
import { ErrorState } from '@/components/loading/error-state'
import { SeeAll } from '@/components/layout/see-all'
import { ItemCardSkeleton, StoreCardSkeleton } from '@/components/loading/skeleton'
import type { FlashSaleView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { slugOf } from '@/lib/page/links'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { CampaignCard } from './campaign-card'
import { CampaignItem } from './campaign-item'
import { FlashTile } from './flash-tile'
import { flashSalesOptions, hasItem, shownCampaignsOptions } from './offer-queries'
import c from './offer.module.css'

const text = defineMessages({
  flash: { id: 'offer.flash_sale', defaultMessage: 'Flash sale' },
  flashOf: { id: 'offer.flash_sale_of', defaultMessage: 'Flash sale: {title}' },
  campaigns: { id: 'offer.campaigns', defaultMessage: 'Campaigns' },
  items: { id: 'offer.campaign_items', defaultMessage: 'Items at a campaign price' },
})

/** What the module offers for a time at this place: flash sales and campaigns, each from its own call (BRW-01, BRW-07). */
export default function HomeOffers() {
  return (
    <div className={c.sections}>
      <FlashSales />
      <Campaigns />
    </div>
  )
}

function FlashSales() {
  const { formatMessage: t } = useIntl()
  const query = useQuery(flashSalesOptions(useScope()))
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const sales = query.data?.flash_sales ?? []
  const running = sales.filter((sale) => sale.running)
  // An ended one stays in the cached response until the next fetch.
  const ahead = sales.filter(({ begins_at }) => Date.parse(begins_at) > Date.parse(query.data?.now ?? ''))
  return (
    <Pending
      pending={query.isPending}
      skeleton={
        <Rail title={t(text.flash)} of="items">
          {boxes(<ItemCardSkeleton />, 5)}
        </Rail>
      }
    >
      {(running.length > 0 ? running : ahead.slice(0, 1)).map((sale) => (
        <FlashSale key={sale.id} sale={sale} />
      ))}
    </Pending>
  )
}

function FlashSale({ sale }: { sale: FlashSaleView }) {
  const { formatMessage: t } = useIntl()
  const { running, begins_at, ends_at, time_zone } = sale
  const title = t(text.flashOf, { title: sale.title })
  return (
    <Rail
      title={title}
      aside={<Countdown at={running ? ends_at : begins_at} timeZone={time_zone} of={running ? 'end' : 'begin'} />}
      action={<SeeAll href={hrefTo('/flash-sale/$id', { params: { id: slugOf(sale) } })} of={title} />}
      of="items"
    >
      {sale.items.map((item) => (
        <li key={item.id}>
          <FlashTile item={item} />
        </li>
      ))}
    </Rail>
  )
}

function Campaigns() {
  const { formatMessage: t } = useIntl()
  const query = useQuery(shownCampaignsOptions(useScope()))
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const running = (query.data?.campaigns ?? []).filter((campaign) => campaign.running)
  const ofStores = running.filter(({ item }) => !item)
  const ofItems = running.filter(hasItem)
  return (
    <Pending
      pending={query.isPending}
      skeleton={
        <Rail title={t(text.campaigns)} of="stores">
          {boxes(<StoreCardSkeleton />, 4)}
        </Rail>
      }
    >
      {ofStores.length > 0 && (
        <Rail title={t(text.campaigns)} action={<SeeAll href="/campaigns" of={t(text.campaigns)} />} of="stores">
          {ofStores.map((campaign) => (
            <li key={campaign.id}>
              <CampaignCard campaign={campaign} />
            </li>
          ))}
        </Rail>
      )}
      {ofItems.length > 0 && (
        <Rail title={t(text.items)} action={<SeeAll href="/campaigns" of={t(text.items)} />} of="items">
          {ofItems.map((campaign) => (
            <li key={campaign.id}>
              <CampaignItem campaign={campaign} item={campaign.item} />
            </li>
          ))}
        </Rail>
      )}
    </Pending>
  )
}

const boxes = (box: ReactNode, count: number) => Array.from({ length: count }, (_, index) => <li key={index}>{box}</li>)
