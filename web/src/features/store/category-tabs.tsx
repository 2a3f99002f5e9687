import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { PagedList } from '@/components/layout/more'
import { defineMessages } from '@/lib/text/messages'
import { anchor, type Section, type Tab } from './sections'
import c from './store-items.module.css'

const text = defineMessages({
  categories: { id: 'store.categories_of', defaultMessage: 'Categories of this store' },
})

type Props = {
  tabs: readonly Tab[]
  /** The categories whose items are fetched. */
  sections: readonly Section[]
  list: PagedList
}

/** One tab per category. The current one is marked, and scrolled into view in its row. */
export function CategoryTabs({ tabs, sections, list }: Props) {
  const { formatMessage: t } = useIntl()
  const [current, setCurrent] = useCurrentSection(sections)
  const show = useShowSection(list)
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    const list = row.current
    if (!tab || !list) return
    // Not scrollIntoView, because it would scroll the page too.
    list.scrollTo?.({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2, behavior: 'smooth' })
  }, [current])
  return (
    <nav className={c.nav} aria-label={t(text.categories)}>
      <ul ref={row} className={c.tabs}>
        {tabs.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className={c.tab}
              aria-current={id === current || undefined}
              onClick={() => {
                setCurrent(id)
                show(id)
              }}
            >
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the id of the category in view, and a function that sets it. */
function useCurrentSection(sections: readonly Section[]) {
  const [current, setCurrent] = useState<number>()
  const ids = sections.map(({ id }) => id).join()
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
  return [current ?? sections[0]?.id, setCurrent] as const
}

/** Returns a function that scrolls to a category. If its items are on a later page, pages are fetched until it is there. */
function useShowSection(list: PagedList) {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    if (scrollToSection(wanted.current) || !list.hasNextPage) wanted.current = undefined
    else if (!list.isFetchingNextPage && !list.isFetchNextPageError) list.fetchNextPage()
  })
  return (id: number) => {
    const isThere = scrollToSection(id)
    wanted.current = isThere ? undefined : id
    if (!isThere) list.fetchNextPage()
  }
}

/** Returns false if the category is not on the page. */
function scrollToSection(id: number) {
  const section = document.getElementById(anchor({ id }))
  section?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  return section !== null
}
