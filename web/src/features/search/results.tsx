import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'
import { CorrectionNote } from '@/components/catalog/correction-note'
import { Grid } from '@/components/layout/grid'
import { ItemTile } from '@/components/catalog/item-tile'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { ItemCardSkeleton, StoreCardSkeleton } from '@/components/loading/skeleton'
import { StoreCard } from '@/components/catalog/store-card'
import { Tabs } from '@/components/layout/tabs'
import { listItemsOptions, listStoresOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ItemsOutputBody, StoresOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { withQuery } from '@/lib/page/href'
import { defineMessages } from '@/lib/text/messages'
import { knownTotal, uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { storeHref } from '@/lib/page/links'
import { FilterBar, isNarrowed, noFilters } from './filter-bar'
import { itemQuery, storeQuery, type Subject } from './results-calls'
import type { Filters } from './results-query'
import c from './results.module.css'

const text = defineMessages({
  tabs: { id: 'search.tabs', defaultMessage: 'What was found' },
  items: { id: 'search.items', defaultMessage: 'Items' },
  stores: { id: 'search.stores', defaultMessage: 'Stores' },
  count: { id: 'search.count', defaultMessage: '{n, plural, one {# result} other {# results}}' },
  nothing: { id: 'search.nothing', defaultMessage: 'Nothing found' },
  nothingFor: { id: 'search.nothing_for', defaultMessage: 'Nothing found for “{words}”' },
  otherWords: { id: 'search.other_words', defaultMessage: 'Check the spelling, or try fewer or more general words.' },
  fewerFilters: { id: 'search.fewer_filters', defaultMessage: 'Your filters may hide what you are looking for.' },
  elsewhere: { id: 'search.nothing_here', defaultMessage: 'There is nothing here at the moment.' },
  clear: { id: 'search.clear_filters', defaultMessage: 'Clear all filters' },
  exactly: { id: 'search.exactly', defaultMessage: 'Search only for “{words}”' },
  seeItems: { id: 'search.see_items', defaultMessage: 'See {n, plural, one {# item} other {# items}}' },
  seeStores: { id: 'search.see_stores', defaultMessage: 'See {n, plural, one {# store} other {# stores}}' },
  browse: { id: 'search.browse', defaultMessage: 'Browse shops' },
})

type Props = {
  title: string
  subject: Subject
  filters: Filters
  /** Which tab is open. */
  of: 'item' | 'store'
  /** Below the title. */
  children?: ReactNode
}

/** What was found, items or stores, in the order and within the filters that the address names (BRW-02). */
export function Results({ title, subject, filters: asked, of, children }: Props) {
  const { formatMessage: t } = useIntl()
  const filters = useApplicable(asked)
  const items = useItems(subject, filters)
  const stores = useStores(subject, filters)
  const change = useChangeQuery()
  const [list, others] = of === 'item' ? [items, stores] : [stores, items]
  const open = (next: string) => change({ data_type: next === 'store' ? next : undefined, sort: undefined })
  usePageTitle(title)
  return (
    <div className={c.results}>
      <header className={c.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className={c.count} role="status">
          {list.total !== undefined && <FormattedMessage {...text.count} values={{ n: list.total }} />}
        </p>
      </header>
      {children}
      <Tabs
        label={t(text.tabs)}
        tabs={[
          { key: 'item', name: t(text.items), count: items.total },
          { key: 'store', name: t(text.stores), count: stores.total },
        ]}
        current={of}
        onChange={open}
      >
        <div className={c.found}>
          <FilterBar of={of} isSearch={!!subject.words} filters={filters} onChange={change} />
          <CorrectionNote correction={list.correction}>
            <ExactLink words={subject.words} />
          </CorrectionNote>
          <QueryView<unknown> query={list} skeleton={<ResultsSkeleton of={of} />}>
            {() =>
              list.total === undefined ? (
                <ResultsSkeleton of={of} />
              ) : list.total === 0 ? (
                <Nothing words={subject.words}>
                  {isNarrowed(filters) && (
                    <Button size="md" onClick={() => change(noFilters)}>
                      <FormattedMessage {...text.clear} />
                    </Button>
                  )}
                  {!!others.total && (
                    <Button size="md" variant="default" onClick={() => open(of === 'item' ? 'store' : 'item')}>
                      <FormattedMessage
                        {...(of === 'item' ? text.seeStores : text.seeItems)}
                        values={{ n: others.total }}
                      />
                    </Button>
                  )}
                </Nothing>
              ) : (
                <div className={c.list} data-stale={list.isPlaceholderData || undefined}>
                  {of === 'item' ? <FoundItems items={items.entries} /> : <FoundStores stores={stores.entries} />}
                  <More list={list} />
                </div>
              )
            }
          </QueryView>
        </div>
      </Tabs>
    </div>
  )
}

function FoundItems({ items }: Pick<ItemsOutputBody, 'items'>) {
  return (
    <>
      <h2 className="sr">
        <FormattedMessage {...text.items} />
      </h2>
      <Grid of="items">
        {items.map((item, index) => (
          <li key={item.id}>
            <ItemTile item={item} priority={index < 4} />
          </li>
        ))}
      </Grid>
    </>
  )
}

function FoundStores({ stores }: Pick<StoresOutputBody, 'stores'>) {
  return (
    <>
      <h2 className="sr">
        <FormattedMessage {...text.stores} />
      </h2>
      <Grid of="stores">
        {stores.map((store, index) => (
          <li key={store.id}>
            <StoreCard store={store} href={storeHref(store)} priority={index < 4} />
          </li>
        ))}
      </Grid>
    </>
  )
}

/**
 * Leaves out what a shared address may name and the server refuses: the order by distance where
 * there is no place to measure from, and the veg filter where it is switched off.
 */
function useApplicable(filters: Filters): Filters {
  const { point } = useScope()
  const { toggle_veg_non_veg: hasVeg } = useShop()
  return {
    ...filters,
    sort: point || filters.sort !== 'distance' ? filters.sort : undefined,
    veg: hasVeg === 1 ? filters.veg : undefined,
  }
}

function useItems(subject: Subject, filters: Filters) {
  const { headers } = useScope()
  const list = usePagedList<ItemsOutputBody>(
    (offset) => listItemsOptions({ headers, query: itemQuery(subject, filters, offset) }),
    { isLast: ({ offset, limit, total_size }) => offset * limit >= total_size },
  )
  return {
    ...list,
    entries: uniqueEntries(list.data?.pages.map(({ items }) => items)),
    total: knownTotal(list),
    correction: list.data?.pages[0]?.correction,
  }
}

function useStores(subject: Subject, filters: Filters) {
  const { headers } = useScope()
  const list = usePagedList<StoresOutputBody>(
    (offset) => listStoresOptions({ headers, query: storeQuery(subject, filters, offset) }),
    { isLast: ({ offset, limit, total_size }) => offset * limit >= total_size },
  )
  return {
    ...list,
    entries: uniqueEntries(list.data?.pages.map(({ stores }) => stores)),
    total: knownTotal(list),
    correction: list.data?.pages[0]?.correction,
  }
}

const useHere = () => useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })

/** Changes the address in place: filters are no steps to go back through. */
function useChangeQuery() {
  const here = useHere()
  const navigate = useNavigate()
  return (changes: Record<string, string | number | boolean | undefined>) => {
    const texts: Record<string, string | undefined> = {}
    if ('open_now' in changes) texts.available_now = undefined // an older link's name for it
    for (const [name, value] of Object.entries(changes)) texts[name] = value === undefined ? undefined : String(value)
    void navigate({ href: withQuery(here, texts), replace: true, resetScroll: false })
  }
}

/** The same search, for what was typed and nothing else. */
function ExactLink({ words }: { words: string | undefined }) {
  const here = useHere()
  return (
    <AppLink href={withQuery(here, { exact: 'true' })}>
      <FormattedMessage {...text.exactly} values={{ words: <bdi>{words}</bdi> }} />
    </AppLink>
  )
}

/** What to try where nothing was found: the children, or else other shops. */
function Nothing({ words, children }: { words: string | undefined; children: readonly ReactNode[] }) {
  const hasOthers = children.some(Boolean)
  const advice = children[0] ? text.fewerFilters : words ? text.otherWords : text.elsewhere
  return (
    <EmptyState
      art={emptyArt('search')}
      title={
        words ? <FormattedMessage {...text.nothingFor} values={{ words }} /> : <FormattedMessage {...text.nothing} />
      }
      text={<FormattedMessage {...advice} />}
      action={
        hasOthers ? (
          <div className={c.ways}>{children}</div>
        ) : (
          <Button component={AppLink} href="/store/popular" size="md">
            <FormattedMessage {...text.browse} />
          </Button>
        )
      }
    />
  )
}

function ResultsSkeleton({ of }: { of: 'item' | 'store' }) {
  const Card = of === 'item' ? ItemCardSkeleton : StoreCardSkeleton
  return (
    <Grid of={of === 'item' ? 'items' : 'stores'}>
      {Array.from({ length: 10 }, (_, index) => (
        <li key={index}>
          <Card />
        </li>
      ))}
    </Grid>
  )
}
