import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { StoreCardSkeleton } from '@/components/loading/skeleton'
import { StoreCard } from '@/components/catalog/store-card'
import type { StoresOutputBody, StoreView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { storeHref } from '@/lib/page/links'
import { latestStoresOptions, popularStoresOptions } from './store-queries'
import c from './store-list.module.css'

const text = defineMessages({
  popular: { id: 'store.popular', defaultMessage: 'Popular stores' },
  latest: { id: 'store.latest', defaultMessage: 'New stores' },
  all: { id: 'store.all', defaultMessage: 'All of them' },
  later: { id: 'store.opens_later', defaultMessage: 'Opens later' },
  empty: { id: 'store.none', defaultMessage: 'No stores here yet' },
  emptyText: { id: 'store.none_text', defaultMessage: 'No shop of this kind delivers to your address so far.' },
  place: { id: 'store.none_action', defaultMessage: 'Choose another place' },
})

/** All stores of the place, the most ordered or the newest first, with endless paging (BRW-03). */
export function StoreList({ of }: { of: 'popular' | 'latest' }) {
  const scope = useScope()
  usePageTitle(useIntl().formatMessage(text[of]))
  const optionsOf = of === 'popular' ? popularStoresOptions : latestStoresOptions
  const list = usePagedList<StoresOutputBody>((offset) => optionsOf(offset, scope), {
    isLast: ({ stores }) => stores.length === 0,
  })
  const stores = uniqueEntries(list.data?.pages.map((page) => page.stores))
  const closed = stores.filter(({ open }) => !open)
  return (
    <>
      <h1>
        <FormattedMessage {...text[of]} />
      </h1>
      <QueryView query={list} skeleton={<Boxes />}>
        {() =>
          stores.length === 0 ? (
            <EmptyState
              art={emptyArt('store')}
              title={<FormattedMessage {...text.empty} />}
              text={<FormattedMessage {...text.emptyText} />}
              action={
                <Button component={AppLink} href="/" size="md">
                  <FormattedMessage {...text.place} />
                </Button>
              }
            />
          ) : (
            <div>
              <h2 className="sr">
                <FormattedMessage {...text.all} />
              </h2>
              <Stores of={stores.filter(({ open }) => open)} priority />
              {closed.length > 0 && (
                <>
                  <h2 className={c.later}>
                    <FormattedMessage {...text.later} />
                  </h2>
                  <Stores of={closed} />
                </>
              )}
              <More list={list} />
            </div>
          )
        }
      </QueryView>
    </>
  )
}

function Stores({ of, priority }: { of: readonly StoreView[]; priority?: boolean }) {
  if (of.length === 0) return null
  return (
    <Grid of="stores">
      {of.map((store, index) => (
        <li key={store.id}>
          <StoreCard store={store} href={storeHref(store)} priority={priority && index < 4} />
        </li>
      ))}
    </Grid>
  )
}

function Boxes() {
  return (
    <Grid of="stores">
      {Array.from({ length: 12 }, (_, index) => (
        <li key={index}>
          <StoreCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}
