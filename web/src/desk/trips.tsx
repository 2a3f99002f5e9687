import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { More } from '@/components/more'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { Tabs } from '@/components/tabs'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useTrips, type TripState } from './desk-trips'
import { NothingNew } from './nothing-new'
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
  const { list, trips } = useTrips(member, state)
  const query = { ...list, data: trips, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<TripsSkeleton />}>
      {(all) =>
        all.length === 0 ? (
          <NothingNew title={<FormattedMessage {...text.none} />} />
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
  )
}

const TripsSkeleton = () => (
  <div className={c.columns} aria-hidden>
    <Skeleton height={320} radius={18} />
    <Skeleton height={320} radius={18} />
  </div>
)
