import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { SectionHead } from '@/components/layout/section-head'
import { StoreCardSkeleton } from '@/components/loading/skeleton'
import type { CampaignsOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { CampaignCard } from './campaign-card'
import { CampaignItem } from './campaign-item'
import { campaignsOptions, hasItem } from './offer-queries'

const text = defineMessages({
  title: { id: 'offer.campaigns', defaultMessage: 'Campaigns' },
  stores: { id: 'offer.campaign_stores', defaultMessage: 'Stores with an offer' },
  items: { id: 'offer.campaign_items', defaultMessage: 'Items at a campaign price' },
  none: { id: 'offer.no_campaigns', defaultMessage: 'No campaigns at the moment' },
  noneText: { id: 'offer.no_campaigns_text', defaultMessage: 'Come back later: new ones begin every now and then.' },
  browse: { id: 'offer.browse', defaultMessage: 'Browse shops' },
})

/** The campaigns that run here or begin within a day: of stores, and of single items (BRW-07). */
export function Campaigns() {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  usePageTitle(t(text.title))
  const list = usePagedList<CampaignsOutputBody>((offset) => campaignsOptions(offset, scope), {
    isLast: ({ total_size, limit, offset }) => offset * limit >= total_size,
  })
  // An ended one stays in the cached response until the next fetch.
  const campaigns = uniqueEntries(list.data?.pages.map((page) => page.campaigns)).filter(
    ({ ends_at }) => ends_at !== '',
  )
  const ofStores = campaigns.filter(({ type }) => type === 'basic')
  const ofItems = campaigns.filter(hasItem)
  return (
    <>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={list} skeleton={<Grid of="stores">{boxes(8)}</Grid>}>
        {() =>
          campaigns.length === 0 ? (
            <EmptyState
              art={emptyArt('store')}
              title={<FormattedMessage {...text.none} />}
              text={<FormattedMessage {...text.noneText} />}
              action={
                <Button component={AppLink} href="/home" size="md">
                  <FormattedMessage {...text.browse} />
                </Button>
              }
            />
          ) : (
            <>
              <Section title={t(text.stores)} of="stores" isShown={ofStores.length > 0}>
                {ofStores.map((campaign) => (
                  <li key={campaign.id}>
                    <CampaignCard campaign={campaign} priority />
                  </li>
                ))}
              </Section>
              <Section title={t(text.items)} of="items" isShown={ofItems.length > 0}>
                {ofItems.map((campaign) => (
                  <li key={campaign.id}>
                    <CampaignItem campaign={campaign} item={campaign.item} />
                  </li>
                ))}
              </Section>
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

type SectionProps = { title: string; of: 'items' | 'stores'; isShown: boolean; children: ReactNode }

function Section({ title, of, isShown, children }: SectionProps) {
  const id = useId()
  if (!isShown) return null
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <Grid of={of} label={title}>
        {children}
      </Grid>
    </section>
  )
}

const boxes = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    <li key={index}>
      <StoreCardSkeleton />
    </li>
  ))
