import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Message } from '@/lib/text/messages'
import { PageSection } from '@/components/layout/page-section'
import { QueryView, type Query } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'

const usualDays = 30

type Props<Day> = {
  /** With the number of days as {count}. */
  title: Message
  query: Query<{ days: Day[] }>
  valueOf: (day: Day) => number
  /** The chart of the days, the oldest first. */
  children: (days: Day[]) => ReactNode
}

/** The chart of the last days below its heading. If all values are 0, nothing is shown. */
export function ChartSection<Day>({ title, query, valueOf, children }: Props<Day>) {
  const days = query.data?.days
  if (days?.every((day) => valueOf(day) === 0)) return null
  return (
    <PageSection title={<FormattedMessage {...title} values={{ count: days?.length ?? usualDays }} />}>
      <QueryView query={query} skeleton={<Skeleton height={260} radius={14} />}>
        {(known) => children(known.days)}
      </QueryView>
    </PageSection>
  )
}
