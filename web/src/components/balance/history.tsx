import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { emptyArt } from '@/lib/page/empty-art'
import type { Href } from '@/lib/page/href'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { More, type PagedList } from '@/components/layout/more'
import { PageSection } from '@/components/layout/page-section'
import { QueryView, type Query } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Tabs } from '@/components/layout/tabs'
import c from './history.module.css'

const text = defineMessages({
  title: { id: 'history.title', defaultMessage: 'History' },
})

/** A change of a balance. */
export type HistoryEntry = {
  id: number
  what: ReactNode
  /** The page of the order or trip that it is about. */
  href?: Href
  /** RFC 3339. */
  at: string
  /** By how much the balance changed, with its sign. */
  change: ReactNode
  /** Whether the balance grew. */
  isIn: boolean
  /** The balance afterwards. */
  balance: ReactNode
}

/** A tab of the history, and what it says without entries. */
export type HistoryTab<Key extends string> = { key: Key; name: Message; none: Message }

type Props<Key extends string> = {
  tabs: readonly HistoryTab<Key>[]
  current: Key
  onChange: (key: Key) => void
  list: Query<unknown> & PagedList
  entries: HistoryEntry[]
  /** What will be listed here. */
  purpose: Message
}

/** What changed a balance, page by page, with the balance after each change. */
export function History<Key extends string>({ tabs, current, onChange, ...rest }: Props<Key>) {
  const { formatMessage: t } = useIntl()
  const none = tabs.find(({ key }) => key === current)?.none
  return (
    <PageSection title={<FormattedMessage {...text.title} />}>
      <Tabs
        label={t(text.title)}
        tabs={tabs.map(({ key, name }) => ({ key, name: t(name) }))}
        current={current}
        onChange={onChange}
      >
        <Entries key={current} none={none} {...rest} />
      </Tabs>
    </PageSection>
  )
}

type EntriesProps = Pick<Props<string>, 'list' | 'entries' | 'purpose'> & { none: Message | undefined }

function Entries({ list, entries, none, purpose }: EntriesProps) {
  return (
    <QueryView query={list} skeleton={<RowsSkeleton />} art={emptyArt('error')}>
      {() =>
        entries.length === 0 ? (
          <EmptyState
            art={emptyArt('orders')}
            title={none && <FormattedMessage {...none} />}
            text={<FormattedMessage {...purpose} />}
          />
        ) : (
          <>
            <ul className={c.list}>
              {entries.map((entry) => (
                <Row key={entry.id} {...entry} />
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

function Row({ what, href, at, change, isIn, balance }: HistoryEntry) {
  const write = useTimes(useShop().time_zone)
  return (
    <li className={c.row}>
      <span className={c.what}>
        {href === undefined ? (
          <span>{what}</span>
        ) : (
          <AppLink href={href} className={c.link}>
            {what}
          </AppLink>
        )}
        <time className={c.small} dateTime={at}>
          <bdi>{write(at, dateTime)}</bdi>
        </time>
      </span>
      <span className={c.sums}>
        <b className={c.change} data-in={isIn || undefined}>
          {change}
        </b>
        <span className={c.small}>{balance}</span>
      </span>
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div className={c.skeleton} aria-hidden>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} height={56} radius={14} />
      ))}
    </div>
  )
}
