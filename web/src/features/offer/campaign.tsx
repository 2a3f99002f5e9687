import { FormattedMessage } from 'react-intl'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import { Picture } from '@/components/picture'
import { RunText } from '@/components/offer/run-text'
import { StoreCard } from '@/components/catalog/store-card'
import type { CampaignDetail } from '@/lib/api/types.gen'
import { storeHref } from '@/lib/page/links'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, type usePagedList } from '@/lib/requests/paged-list'
import { defineMessages } from '@/lib/text/messages'
import { CampaignItem } from './campaign-item'
import { hasItem } from './offer-queries'
import c from './offer.module.css'

const text = defineMessages({
  stores: { id: 'offer.its_stores', defaultMessage: 'Stores in this campaign' },
  item: { id: 'offer.its_item', defaultMessage: 'Item in this campaign' },
  noStores: { id: 'offer.its_stores_none', defaultMessage: 'None of its stores delivers to your address.' },
})

export type CampaignProps = {
  campaign: CampaignDetail
  /** All pages that were fetched of it. */
  list: ReturnType<typeof usePagedList<CampaignDetail>>
}

/** A campaign: what it is about, until when, and its stores or its item. */
export function Campaign({ campaign, list }: CampaignProps) {
  usePageTitle(campaign.title)
  const stores = uniqueEntries(list.data?.pages.map((page) => page.stores))
  return (
    <div className={c.page}>
      <header className={c.head}>
        {campaign.type === 'basic' && (
          <div className={c.cover}>
            <Picture
              src={campaign.image_full_url}
              alt=""
              width={960}
              height={411}
              sizes="(width >= 73.8125em) 655px, 100vw"
              fit="contain"
              priority
            />
          </div>
        )}
        <h1>
          <bdi>{campaign.title}</bdi>
        </h1>
        <p>
          <bdi>{campaign.description}</bdi>
        </p>
        <p className={c.run}>
          <RunText of={campaign} />
        </p>
      </header>
      {hasItem(campaign) ? (
        <div className={c.single}>
          <h2 className="sr">
            <FormattedMessage {...text.item} />
          </h2>
          <CampaignItem campaign={campaign} item={campaign.item} />
        </div>
      ) : (
        <section>
          <h2 className="sr">
            <FormattedMessage {...text.stores} />
          </h2>
          {stores.length === 0 ? (
            <p className={c.note}>
              <FormattedMessage {...text.noStores} />
            </p>
          ) : (
            <Grid of="stores">
              {stores.map((store) => (
                <li key={store.id}>
                  <StoreCard store={store} href={storeHref(store)} />
                </li>
              ))}
            </Grid>
          )}
          <More list={list} />
        </section>
      )}
    </div>
  )
}
