import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Tabs } from '@/components/layout/tabs'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { useTrips, type TripState } from './desk-trips'
import { NothingNew } from './nothing-new'
import type { OrderQuery } from './order-query'
import { OrderSearch } from './order-search'
import { TripCard } from './trip-card'
import c from './desk.module.css'

const text = defineMessages({
  which: { id: 'desk_trips.which', defaultMessage: 'Which trips' },
  new: { id: 'desk_trips.new', defaultMessage: 'New' },
  open: { id: 'desk_trips.open', defaultMessage: 'Now and ahead' },
  waiting: { id: 'desk_trips.waiting', defaultMessage: 'To be paid' },
  refund: { id: 'desk_trips.refund', defaultMessage: 'Refunds' },
  past: { id: 'desk_trips.past', defaultMessage: 'Past' },
  none: { id: 'desk_trips.none', defaultMessage: 'No trips here' },
  notFound: { id: 'desk_trips.not_found', defaultMessage: 'No such trip here' },
  notFoundText: {
    id: 'desk_trips.not_found_text',
    defaultMessage: 'Check the number or the phone. The trip may also be in another list.',
  },
})

const search = defineMessages({
  label: { id: 'desk_trip_search.label', defaultMessage: 'Trip number or phone' },
  wrong: { id: 'desk_trip_search.wrong', defaultMessage: 'Please give the number of a trip, or a phone' },
  found: {
    id: 'desk_trip_search.found',
    defaultMessage: '{count, plural, =0 {No trips found} one {# trip found} other {# trips found}}',
  },
})

const states: readonly TripState[] = ['new', 'open', 'waiting', 'refund', 'past']

type Props = {
  member: StaffMemberView
  /** How many wait to be confirmed; undefined until it is known. */
  waiting: number | undefined
  /** How many have a refund that is asked for: an admin decides. */
  refunds: number | undefined
}

/** For a vendor: the trips of the provider. For an admin: those of all (RNT-11). */
export function Trips({ member, waiting, refunds }: Props) {
  const { formatMessage: t } = useIntl()
  const [state, setState] = useState<TripState>('new')
  const counts: Partial<Record<TripState, number | undefined>> = { new: waiting, refund: refunds }
  const shown = states.filter((key) => key !== 'refund' || member.role === 'admin')
  return (
    <Tabs
      label={t(text.which)}
      tabs={shown.map((key) => ({ key, name: t(text[key]), count: counts[key] }))}
      current={state}
      onChange={setState}
    >
      <List key={state} member={member} state={state} />
    </Tabs>
  )
}

function List({ member, state }: { member: StaffMemberView; state: TripState }) {
  const [find, setFind] = useState<OrderQuery>()
  const { list, trips, total } = useTrips(member, state, find)
  const query = { ...list, data: trips, refetch: () => list.refetch() }
  const hasSearch = member.role === 'admin' && (state === 'past' || state === 'refund')
  return (
    <>
      {hasSearch && <OrderSearch texts={search} onFind={setFind} found={find && total} />}
      <QueryView query={query} skeleton={<TripsSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <None isSearch={find !== undefined} />
          ) : (
            <>
              <div className={c.columns}>
                {all.map((trip) => (
                  <TripCard key={trip.id} member={member} trip={trip} />
                ))}
              </div>
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

const None = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState
      art={emptyArt('orders')}
      title={<FormattedMessage {...text.notFound} />}
      text={<FormattedMessage {...text.notFoundText} />}
    />
  ) : (
    <NothingNew title={<FormattedMessage {...text.none} />} />
  )

const TripsSkeleton = () => (
  <div className={c.columns} aria-hidden>
    <Skeleton height={320} radius={18} />
    <Skeleton height={320} radius={18} />
  </div>
)
