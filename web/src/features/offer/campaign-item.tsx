import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { ItemCard } from '@/components/catalog/item-card'
import type { CampaignView, ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { hrefTo, withQuery } from '@/lib/page/href'
import { slugOf } from '@/lib/page/links'
import { RunText } from '@/components/offer/run-text'
import c from './offer.module.css'

const text = defineMessages({
  order: { id: 'offer.order_now', defaultMessage: 'Order Now' },
})

type Props = {
  campaign: CampaignView
  item: ItemView
}

/** Returns the URL of an item as its campaign sells it: its page, or the current page with it open (D17). */
const campaignItemHref = (here: string, item: ItemView) =>
  item.module_type === 'ecommerce'
    ? hrefTo('/product/$id', { params: { id: slugOf(item) }, search: { module_id: item.module_id, campaign: '1' } })
    : withQuery(here, { item: slugOf(item), line: undefined, campaign: '1' })

/** An item at the price of its campaign, beside what it costs otherwise. It is ordered by itself (ITEM-02). */
export function CampaignItem({ campaign, item }: Props) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const href = campaignItemHref(here, item)
  const usual = item.campaign?.usual_price ?? item.price
  return (
    <div className={c.tile}>
      <ItemCard
        item={{ ...item, price: Math.max(usual, item.price) }}
        href={href}
        action={<HeartSlot wish={{ kind: 'item', thing: item }} />}
      />
      <p className={c.run}>
        <RunText of={campaign} />
      </p>
      {item.stock !== 0 && item.available_now && (
        <Button component={AppLink} href={href} className={c.order}>
          <FormattedMessage {...text.order} /> <bdi className="sr">{item.name}</bdi>
        </Button>
      )}
    </div>
  )
}
