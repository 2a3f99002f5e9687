import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Href } from '@/lib/page/href'
import { emptyArt } from '@/lib/page/empty-art'
import { uniqueEntries } from '@/lib/requests/paged-list'
import type { Message } from '@/lib/text/messages'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { More, type PagedList } from '@/components/layout/more'
import { QueryView, type Query } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import c from './purchase-list.module.css'

type Props<Page, Purchase> = {
  list: PagedList & Query<{ pages: Page[] }>
  /** The purchases of a page. */
  of: (page: Page) => Purchase[]
  /** Says that there are none, and where to find something. */
  empty: { title: Message; text: Message; browse: Message; href: Href }
  children: (purchase: Purchase) => ReactNode
}

/** The cards of a customer's orders or trips, page by page. */
export function PurchaseList<Page, Purchase extends { id: number }>({
  list,
  of,
  empty,
  children,
}: Props<Page, Purchase>) {
  const purchases = uniqueEntries(list.data?.pages.map(of))
  return (
    <QueryView query={list} skeleton={<CardsSkeleton />} art={emptyArt('error')}>
      {() =>
        purchases.length === 0 ? (
          <EmptyState
            art={emptyArt('orders')}
            title={<FormattedMessage {...empty.title} />}
            text={<FormattedMessage {...empty.text} />}
            action={
              <Button component={AppLink} href={empty.href} size="md">
                <FormattedMessage {...empty.browse} />
              </Button>
            }
          />
        ) : (
          <>
            <ul className={c.list}>
              {purchases.map((purchase) => (
                <li key={purchase.id}>{children(purchase)}</li>
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

const CardsSkeleton = () => (
  <div className={c.list} aria-hidden>
    <Skeleton height={122} radius={18} />
    <Skeleton height={122} radius={18} />
  </div>
)
