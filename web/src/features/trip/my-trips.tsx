import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import c from '@/components/purchase/purchase-list.module.css'
import { PurchaseList } from '@/components/purchase/purchase-list'
import { Tabs } from '@/components/layout/tabs'
import { usePageTitle } from '@/lib/page/page-title'
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
  return (
    <PurchaseList
      list={list}
      of={(page) => page.trips}
      empty={{ ...none[state], browse: text.browse, href: '/rental/vehicle-search' }}
    >
      {(trip) => <TripCard trip={trip} />}
    </PurchaseList>
  )
}
