import { FormattedMessage, useIntl } from 'react-intl'
import { Countdown } from '@/components/offer/countdown'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import type { FlashSaleDetail } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, type usePagedList } from '@/lib/requests/paged-list'
import { defineMessages } from '@/lib/text/messages'
import { FlashTile } from './flash-tile'
import c from './offer.module.css'

const text = defineMessages({
  title: { id: 'offer.flash_sale_of', defaultMessage: 'Flash sale: {title}' },
  items: { id: 'offer.its_items', defaultMessage: 'Items in this flash sale' },
  over: { id: 'offer.flash_over', defaultMessage: 'This flash sale has ended. Prices are as usual again.' },
  noItems: { id: 'offer.its_items_none', defaultMessage: 'None of its items is delivered to your address.' },
})

export type FlashSaleProps = {
  sale: FlashSaleDetail
  /** All pages that were fetched of it. */
  list: ReturnType<typeof usePagedList<FlashSaleDetail>>
}

/** A flash sale: how long it still runs, and its items with how many are left of each (BRW-07). */
export function FlashSale({ sale, list }: FlashSaleProps) {
  const title = useIntl().formatMessage(text.title, { title: sale.title })
  usePageTitle(title)
  const items = uniqueEntries(list.data?.pages.map((page) => page.items))
  const isAhead = !sale.running && sale.begins_at !== '' && Date.parse(sale.begins_at) > Date.parse(sale.now)
  return (
    <div className={c.page}>
      <header className={c.head}>
        <div className={c.title}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {sale.running && <Countdown at={sale.ends_at} timeZone={sale.time_zone} of="end" />}
          {isAhead && <Countdown at={sale.begins_at} timeZone={sale.time_zone} of="begin" />}
        </div>
        {!sale.running && !isAhead && (
          <p role="status">
            <FormattedMessage {...text.over} />
          </p>
        )}
      </header>
      <section>
        <h2 className="sr">
          <FormattedMessage {...text.items} />
        </h2>
        {items.length === 0 ? (
          <p className={c.note}>
            <FormattedMessage {...text.noItems} />
          </p>
        ) : (
          <Grid of="items">
            {items.map((item, index) => (
              <li key={item.id}>
                <FlashTile item={item} priority={index < 5} />
              </li>
            ))}
          </Grid>
        )}
        <More list={list} />
      </section>
    </div>
  )
}
