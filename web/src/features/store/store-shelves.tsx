import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CorrectionNote } from '@/components/correction-note'
import { EmptyState } from '@/components/empty-state'
import { Grid } from '@/components/grid'
import { ItemTile } from '@/components/item-tile'
import { More } from '@/components/more'
import { QueryView } from '@/components/query-view'
import { ItemCardSkeleton } from '@/components/skeleton'
import type { ItemsOutputBody, ItemView, StoreDetail } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { shelvesOf, type Shelf } from './shelves'
import { storeItemsOptions, storeSearchOptions } from './store-queries'
import c from './store-shelves.module.css'

const text = defineMessages({
  shelves: { id: 'store.shelves', defaultMessage: 'Categories of this store' },
  rest: { id: 'store.other_items', defaultMessage: 'More' },
  search: { id: 'store.search', defaultMessage: 'Search in {name}' },
  searchShort: { id: 'store.search_short', defaultMessage: 'Search in this store' },
  found: { id: 'store.found', defaultMessage: 'Found in this store' },
  nothing: { id: 'store.nothing_found', defaultMessage: 'Nothing found for “{words}”' },
  other: { id: 'store.nothing_found_text', defaultMessage: 'Try other words, or look through the shelves.' },
  empty: { id: 'store.empty', defaultMessage: 'Nothing on the shelves' },
  emptyText: { id: 'store.empty_text', defaultMessage: 'This store sells nothing at the moment.' },
})

/** The items of a store by category, with sticky tabs, or the items that match a search (BRW-04). */
export function StoreShelves({ store }: { store: StoreDetail }) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const [words, setWords] = useState('')
  const [settled] = useDebouncedValue(words.trim(), 200)
  const list = usePagedList<ItemsOutputBody>((offset) => storeItemsOptions(store.id, offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
  })
  const items = uniqueEntries(list.data?.pages.map((page) => page.items))
  const shelves = shelvesOf(store.categories, items, t(text.rest))

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
        <Tabs shelves={settled === '' ? shelves : []} />
      </div>
      {settled === '' ? (
        <QueryView query={list} skeleton={<ItemSkeletons />}>
          {() =>
            shelves.length === 0 ? (
              <EmptyState
                art={emptyArt('store')}
                title={<FormattedMessage {...text.empty} />}
                text={<FormattedMessage {...text.emptyText} />}
              />
            ) : (
              <>
                {shelves.map((shelf, index) => (
                  <section
                    key={shelf.id}
                    id={anchor(shelf)}
                    className={c.shelf}
                    aria-labelledby={`${anchor(shelf)}-name`}
                  >
                    <h2 id={`${anchor(shelf)}-name`}>
                      <bdi>{shelf.name}</bdi>
                    </h2>
                    <Items items={shelf.items} priority={index === 0} />
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

const anchor = ({ id }: Pick<Shelf, 'id'>) => `shelf-${id}`

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
  const found = useQuery({
    ...storeSearchOptions(storeId, words, useScope()),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={c.shelf} aria-busy={found.isFetching || undefined}>
      <h2>
        <FormattedMessage {...text.found} />
      </h2>
      <QueryView query={found} skeleton={<ItemSkeletons />}>
        {({ items, correction }) =>
          items.length > 0 ? (
            <>
              <CorrectionNote correction={correction} />
              <Items items={items} />
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
    </section>
  )
}

/** One tab per category. The current one is marked, and scrolled into view in its row. */
function Tabs({ shelves }: { shelves: readonly Shelf[] }) {
  const { formatMessage: t } = useIntl()
  const [current, show] = useCurrentShelf(shelves)
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    const list = row.current
    if (!tab || !list) return
    // Not scrollIntoView, because it would scroll the page too.
    list.scrollTo?.({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2, behavior: 'smooth' })
  }, [current])
  return (
    <nav className={c.nav} aria-label={t(text.shelves)}>
      <ul ref={row} className={c.tabs}>
        {shelves.map((shelf) => (
          <li key={shelf.id}>
            <button
              type="button"
              className={c.tab}
              aria-current={shelf.id === current || undefined}
              onClick={() => show(shelf.id)}
            >
              <bdi>{shelf.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the id of the category in view, and a function that scrolls to another. */
function useCurrentShelf(shelves: readonly Shelf[]) {
  const [current, setCurrent] = useState<number>()
  const ids = shelves.map(({ id }) => id).join()
  useEffect(() => {
    if (ids === '' || typeof IntersectionObserver === 'undefined') return undefined
    // The category at a line a third down the screen is the current one.
    const observer = new IntersectionObserver(
      (entries) => {
        const crossing = entries.find((entry) => entry.isIntersecting)
        if (crossing) setCurrent(Number(crossing.target.id.replace(anchor({ id: 0 }).slice(0, -1), '')))
      },
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const id of ids.split(',')) {
      const section = document.getElementById(anchor({ id: Number(id) }))
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])

  const show = (id: number) => {
    setCurrent(id)
    document.getElementById(anchor({ id }))?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }
  return [current ?? shelves[0]?.id, show] as const
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
