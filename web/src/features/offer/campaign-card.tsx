import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import type { CampaignView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { slugOf } from '@/lib/page/links'
import card from '@/components/layout/card.module.css'
import { RunText } from '@/components/offer/run-text'
import c from './offer.module.css'

/** A campaign of stores; its title is the link, and it covers the card. */
export function CampaignCard({ campaign, priority }: { campaign: CampaignView; priority?: boolean }) {
  return (
    <article className={card.card}>
      <div className={`${card.art} ${c.art}`}>
        <Picture
          src={campaign.image_full_url}
          alt=""
          width={480}
          height={270}
          sizes="(width >= 73.8125em) 305px, 78vw"
          fit="contain"
          priority={priority}
        />
      </div>
      <h3 className={c.name}>
        <AppLink href={hrefTo('/campaign/$id', { params: { id: slugOf(campaign) } })} className={card.link}>
          <bdi>{campaign.title}</bdi>
        </AppLink>
      </h3>
      <p className={c.about}>
        <bdi>{campaign.description}</bdi>
      </p>
      <p className={c.run}>
        <RunText of={campaign} />
      </p>
    </article>
  )
}
