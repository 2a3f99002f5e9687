import { Button } from '@mantine/core'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/empty-state'
import { More } from '@/components/more'
import c from '@/components/purchase-list.module.css'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { Tabs } from '@/components/tabs'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { defineMessages } from '@/lib/text/messages'
import { TripCard } from './trip-card'
import { useLiveTrips, useTrips, type TripsState } from './trip-queries'
import { UnclaimedTrips } from './unclaimed-trips'

const text = defineMessages({
  title: { id: 'my_trips.title', defaultMessage: 'My trips' },
  running: { id: 'my_trips.running', defaultMessage: 'Running' },
  past: { id: 'my_trips.past', defaultMessage: 'Past' },
  browse: { id: 'my_trips.browse', defaultMessage: 'Find a vehicle' },
})

const none = {
  running: defineMessages({
    title: { id: 'my_trips.no_running', defaultMessage: 'You have no trip ahead' },
    text: { id: 'my_trips.no_running_text', defaultMessage: 'A trip shows here until its vehicles are back.' },
  }),
  past: defineMessages({
    title: { id: 'my_trips.no_past', defaultMessage: 'No past trips yet' },
    text: { id: 'my_trips.no_past_text', defaultMessage: 'What was completed or canceled is kept here.' },
  }),
}

type Props = { state: TripsState; onState: (state: TripsState) => void }

/** The trips of a customer: those under way and the past ones (RNT-11). */
export function MyTrips({ state, onState }: Props) {
  const { formatMessage: t } = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(t(text.title))
  return (
    <section className={c.orders}>
      <h1 ref={heading} tabIndex={-1} className={c.title}>
        <FormattedMessage {...text.title} />
      </h1>
      <UnclaimedTrips onAnswered={() => heading.current?.focus()} />
      <Tabs
        label={t(text.title)}
        tabs={(['running', 'past'] as const).map((key) => ({ key, name: t(text[key]) }))}
        current={state}
        onChange={onState}
      >
        <TripList key={state} state={state} />
      </Tabs>
    </section>
  )
}

function TripList({ state }: { state: TripsState }) {
  const list = useTrips(state, useLiveTrips())
  const trips = uniqueEntries(list.data?.pages.map((page) => page.trips))
  return (
    <QueryView query={list} skeleton={<CardsSkeleton />} art={emptyArt('error')}>
      {() =>
        trips.length === 0 ? (
          <EmptyState
            art={emptyArt('orders')}
            title={<FormattedMessage {...none[state].title} />}
            text={<FormattedMessage {...none[state].text} />}
            action={
              <Button component={AppLink} href="/rental/vehicle-search" size="md">
                <FormattedMessage {...text.browse} />
              </Button>
            }
          />
        ) : (
          <>
            <ul className={c.list}>
              {trips.map((trip) => (
                <li key={trip.id}>
                  <TripCard trip={trip} />
                </li>
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

function CardsSkeleton() {
  return (
    <div className={c.list} aria-hidden>
      <Skeleton height={122} radius={18} />
      <Skeleton height={122} radius={18} />
    </div>
  )
}
