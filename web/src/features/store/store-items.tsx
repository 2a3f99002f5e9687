import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CorrectionNote } from '@/components/catalog/correction-note'
import { EmptyState } from '@/components/loading/empty-state'
import { Grid } from '@/components/layout/grid'
import { ItemTile } from '@/components/catalog/item-tile'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { ItemCardSkeleton } from '@/components/loading/skeleton'
import type { ItemsOutputBody, ItemView, StoreDetail } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { CategoryTabs } from './category-tabs'
import { anchor, sectionsOf, tabsOf } from './sections'
import { storeItemsOptions, storeSearchOptions } from './store-queries'
import c from './store-items.module.css'

const text = defineMessages({
  rest: { id: 'store.other_items', defaultMessage: 'More' },
  search: { id: 'store.search', defaultMessage: 'Search in {name}' },
  searchShort: { id: 'store.search_short', defaultMessage: 'Search in this store' },
  found: { id: 'store.found', defaultMessage: 'Found in this store' },
  nothing: { id: 'store.nothing_found', defaultMessage: 'Nothing found for “{words}”' },
  other: { id: 'store.nothing_found_text', defaultMessage: 'Try other words, or look through the categories.' },
  empty: { id: 'store.empty', defaultMessage: 'No items yet' },
  emptyText: { id: 'store.empty_text', defaultMessage: 'This store sells nothing at the moment.' },
})

const isLast = ({ offset, limit, total_size }: ItemsOutputBody) => offset * limit >= total_size

/** The items of a store by category, with sticky tabs, or the items that match a search (BRW-04). */
export function StoreItems({ store }: { store: StoreDetail }) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const [words, setWords] = useState('')
  const [settled] = useDebouncedValue(words.trim(), 200)
  const list = usePagedList<ItemsOutputBody>((offset) => storeItemsOptions(store.id, offset, scope), { isLast })
  const items = uniqueEntries(list.data?.pages.map((page) => page.items))
  const sections = sectionsOf(store.categories, items, t(text.rest))

  return (
    <div className={c.menu}>
      <div className={c.bar}>
        <label className={c.search}>
          <IconSearch size={18} aria-hidden />
          <input
            type="search"
            value={words}
            maxLength={100}
            autoComplete="off"
            aria-label={t(text.search, { name: store.name })}
            placeholder={t(text.searchShort)}
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
        <CategoryTabs
          tabs={settled === '' ? tabsOf(store.categories, sections, list) : []}
          sections={sections}
          list={list}
        />
      </div>
      {settled === '' ? (
        <QueryView query={list} skeleton={<ItemSkeletons />}>
          {() =>
            sections.length === 0 ? (
              <EmptyState
                art={emptyArt('store')}
                title={<FormattedMessage {...text.empty} />}
                text={<FormattedMessage {...text.emptyText} />}
              />
            ) : (
              <>
                {sections.map((section, index) => (
                  <section
                    key={section.id}
                    id={anchor(section)}
                    className={c.section}
                    aria-labelledby={`${anchor(section)}-name`}
                  >
                    <h2 id={`${anchor(section)}-name`}>
                      <bdi>{section.name}</bdi>
                    </h2>
                    <Items items={section.items} priority={index === 0} />
                  </section>
                ))}
                <More list={list} />
              </>
            )
          }
        </QueryView>
      ) : (
        <Found storeId={store.id} words={settled} />
      )}
    </div>
  )
}

function Items({ items, priority }: { items: readonly ItemView[]; priority?: boolean }) {
  return (
    <Grid of="items">
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemTile item={item} hideStore priority={priority && index < 4} />
        </li>
      ))}
    </Grid>
  )
}

function Found({ storeId, words }: { storeId: number; words: string }) {
  const scope = useScope()
  const found = usePagedList<ItemsOutputBody>((offset) => storeSearchOptions(storeId, words, offset, scope), { isLast })
  const items = uniqueEntries(found.data?.pages.map((page) => page.items))
  // What was searched for before had no items, which says nothing about these words.
  const isUnknown = found.isPlaceholderData && items.length === 0
  return (
    <section className={c.section} aria-busy={found.isFetching || undefined}>
      <h2>
        <FormattedMessage {...text.found} />
      </h2>
      {isUnknown ? (
        <ItemSkeletons />
      ) : (
        <QueryView query={found} skeleton={<ItemSkeletons />}>
          {({ pages: [first] }) =>
            items.length > 0 ? (
              <>
                <CorrectionNote correction={first?.correction} />
                <Items items={items} />
                <More list={found} />
              </>
            ) : (
              <EmptyState
                art={emptyArt('search')}
                title={<FormattedMessage {...text.nothing} values={{ words }} />}
                text={<FormattedMessage {...text.other} />}
              />
            )
          }
        </QueryView>
      )}
    </section>
  )
}

export function ItemSkeletons() {
  return (
    <Grid of="items">
      {Array.from({ length: 10 }, (_, index) => (
        <li key={index}>
          <ItemCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}
