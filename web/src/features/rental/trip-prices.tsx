import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import type { VehicleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './trip-prices.module.css'

const text = defineMessages({
  hour: { id: 'vehicle.price_hour', defaultMessage: 'Price per hour' },
  deposit: { id: 'vehicle.deposit', defaultMessage: 'Deposit, comes back' },
  km: { id: 'vehicle.price_km', defaultMessage: 'Price per km' },
})

/** The prices of an hour and of a kilometre, without discount, as far as it is rented that way, and the deposit. */
export function TripPrices({ vehicle }: { vehicle: VehicleView }) {
  return (
    <dl className={c.prices}>
      {vehicle.trip_hourly === 1 && (
        <div className={c.price}>
          <dt>
            <FormattedMessage {...text.hour} />
          </dt>
          <dd>
            <Money value={vehicle.hourly_price} />
          </dd>
        </div>
      )}
      {vehicle.trip_distance === 1 && (
        <div className={c.price}>
          <dt>
            <FormattedMessage {...text.km} />
          </dt>
          <dd>
            <Money value={vehicle.distance_price} />
          </dd>
        </div>
      )}
      {vehicle.deposit > 0 && (
        <div className={c.price}>
          <dt>
            <FormattedMessage {...text.deposit} />
          </dt>
          <dd>
            <Money value={vehicle.deposit} />
          </dd>
        </div>
      )}
    </dl>
  )
}
