import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { PageSection } from '@/components/layout/page-section'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { AvailabilityOutputBody } from '@/lib/api/types.gen'
import { serverNow } from '@/lib/page/server-clock'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { dayTime, longDay } from '@/lib/text/time-formats'
import { useDates, useTimes } from '@/lib/text/times'
import { calendarDays } from './busy-days'
import { availabilityOptions } from './rental-queries'
import c from './vehicle-calendar.module.css'

const text = defineMessages({
  title: { id: 'calendar.title', defaultMessage: 'When it is free' },
  days: { id: 'calendar.days', defaultMessage: 'The next days' },
  free: { id: 'calendar.free', defaultMessage: 'Free' },
  partly: { id: 'calendar.partly', defaultMessage: 'Partly' },
  busy: { id: 'calendar.busy', defaultMessage: 'Taken' },
  spans: { id: 'calendar.spans', defaultMessage: 'All of them are taken' },
  span: { id: 'calendar.span', defaultMessage: '{from} to {until}' },
  always: { id: 'calendar.always', defaultMessage: 'It is free on all of these days.' },
})

const shownDays = 28

/** The next four weeks of a vehicle, by the clock of its provider (D12): free, partly free or taken. */
export function VehicleCalendar({ id }: { id: number }) {
  const query = useQuery(availabilityOptions(String(id), useScope()))
  return (
    <PageSection title={<FormattedMessage {...text.title} />}>
      <QueryView query={query} skeleton={<Skeleton height={220} radius={14} />}>
        {(found) => <Calendar found={found} />}
      </QueryView>
    </PageSection>
  )
}

const dayOnly = { weekday: 'short', day: 'numeric', month: 'short' } as const

function Calendar({ found: { busy, time_zone } }: { found: AvailabilityOutputBody }) {
  const { formatMessage: t } = useIntl()
  const write = useDates(time_zone)
  const writeDate = useTimes('UTC') // a date without a time
  const days = calendarDays(serverNow(), shownDays, busy, time_zone)
  return (
    <div className={c.calendar}>
      <ul className={c.days} aria-label={t(text.days)}>
        {days.map(({ date, state }) => (
          <li key={date} className={c.day} data-state={state}>
            <span aria-hidden>{writeDate(date, dayOnly)}</span>
            <span className="sr">{writeDate(date, longDay)}</span>
            <b>
              <FormattedMessage {...text[state]} />
            </b>
          </li>
        ))}
      </ul>
      {busy.length === 0 ? (
        <p className={c.note}>
          <FormattedMessage {...text.always} />
        </p>
      ) : (
        <div className={c.note}>
          <p>
            <FormattedMessage {...text.spans} />
          </p>
          <ul>
            {busy.slice(0, 10).map(({ from, until }) => (
              <li key={from}>
                <FormattedMessage
                  {...text.span}
                  values={{
                    from: <bdi key="from">{write(from, dayTime)}</bdi>,
                    until: <bdi key="until">{write(until, dayTime)}</bdi>,
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
