import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Kilometres } from '@/components/trip/kilometres'
import { Price } from '@/components/price/price'
import type { VehiclePriceView, VehicleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { PricedTrip } from './rental-queries'
import c from './vehicle-price.module.css'

const text = defineMessages({
  from: { id: 'vehicle.start_from', defaultMessage: 'Start From' },
  estimated: { id: 'vehicle.estimated', defaultMessage: 'Estimated' },
  hourly: { id: 'vehicle.per_hour', defaultMessage: '/hr' },
  distance_wise: { id: 'vehicle.per_km', defaultMessage: '/km' },
  hours: { id: 'vehicle.for_hours', defaultMessage: '{n, plural, one {# hour} other {# hours}}' },
})

/** 'Start From' and the lower of the two prices, the original struck if it is discounted (RNT-02). */
export function StartPrice({ vehicle, size }: { vehicle: Pick<VehicleView, 'start_from'>; size?: 'lg' }) {
  return <UnitPrice label={<FormattedMessage {...text.from} />} price={vehicle.start_from} size={size} />
}

/** A price with what it is charged by: /hr or /km. */
function UnitPrice({ label, price, size }: { label: ReactNode; price: VehiclePriceView; size?: 'lg' }) {
  return (
    <span className={c.price}>
      <span className={c.label}>{label}</span>
      <span className={c.amount}>
        <Price now={price.price} was={price.original_price} size={size} short />
        <span className={c.unit}>
          <FormattedMessage {...text[price.unit]} />
        </span>
      </span>
    </span>
  )
}

/** The estimate of a trip, if its hours or kilometres are known. */
export function TripEstimate({
  vehicle,
  trip,
}: {
  vehicle: Pick<VehicleView, 'estimate'>
  trip: PricedTrip | undefined
}) {
  return vehicle.estimate && trip && isMeasured(trip) && <Estimated price={vehicle.estimate} trip={trip} />
}

/** Whether the hours or the kilometres of a trip are known. */
export const isMeasured = ({ type, km }: PricedTrip) => type === 'hourly' || km !== undefined

type Amounts = Pick<VehiclePriceView, 'price' | 'original_price'>

/** 'Estimated', what the trip costs, and its hours or kilometres (RNT-05). */
export function Estimated({ price, trip, size }: { price: Amounts; trip: PricedTrip; size?: 'lg' }) {
  return (
    <span className={c.price}>
      <span className={c.label}>
        <FormattedMessage {...text.estimated} /> ·{' '}
        <bdi>
          <TripLength trip={trip} />
        </bdi>
      </span>
      <span className={c.amount}>
        <Price now={price.price} was={price.original_price} size={size} />
      </span>
    </span>
  )
}

/** The hours or the kilometres of a trip. */
export function TripLength({ trip }: { trip: PricedTrip }) {
  return trip.type === 'hourly' ? (
    <FormattedMessage {...text.hours} values={{ n: trip.hours ?? 1 }} />
  ) : (
    <Kilometres distance={trip.km ?? 0} />
  )
}
