import { IconStar } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Badge } from '@/components/badge'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import c from '@/components/purchase/purchase-card.module.css'
import type { TripView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { usePlanClock } from '@/lib/text/times'
import { isOver, tripStatusMessage } from './trip-status'

const text = defineMessages({
  number: { id: 'trip_card.number', defaultMessage: 'Trip {id}' },
  rate: { id: 'trip_card.rate', defaultMessage: 'Rate this trip' },
  vehicles: { id: 'trip_card.vehicles', defaultMessage: '{count, plural, one {{name}} other {# × {name}}}' },
})

/** A trip in a list. The whole card links to the trip. */
export function TripCard({ trip }: { trip: TripView }) {
  const { formatMessage: t, formatList } = useIntl()
  const clock = usePlanClock(trip.provider.time_zone, dayTime)
  const start = trip.started_at ?? trip.pickup_at
  const names = trip.lines.map(({ name, quantity }) => t(text.vehicles, { count: quantity, name }))
  return (
    <article className={c.card}>
      <div className={c.logo}>
        <Picture src={trip.lines[0]?.image_full_url ?? ''} alt="" width={56} height={56} sizes="56px" />
      </div>
      <div className={c.head}>
        <h2 className={c.store}>
          <AppLink href={hrefTo('/trip/$id', { params: { id: String(trip.id) } })} className={c.link}>
            <bdi>{trip.provider.name}</bdi>{' '}
            <span className="sr">
              <FormattedMessage {...text.number} values={{ id: trip.id }} />
            </span>
          </AppLink>
        </h2>
        <Badge tone={isOver(trip) ? 'quiet' : 'soft'}>{t(tripStatusMessage(trip))}</Badge>
      </div>
      <p className={c.summary}>
        <bdi>{formatList(names, { type: 'unit', style: 'short' })}</bdi>
      </p>
      <p className={c.facts}>
        <span>
          <FormattedMessage {...text.number} values={{ id: <bdi key="id">{trip.id}</bdi> }} />
        </span>
        <time dateTime={start}>
          <bdi>{clock(start)}</bdi>
        </time>
      </p>
      <b className={c.total}>
        <Money value={trip.total} />
      </b>
      {trip.review && trip.review.vehicles.length > 0 && (
        <p className={c.rate}>
          <IconStar size={18} aria-hidden />
          <FormattedMessage {...text.rate} />
        </p>
      )}
    </article>
  )
}
