import { IconAlertCircle, IconTrendingUp } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { DiscountBadge } from '@/components/price/discount-badge'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price/price'
import { Stepper } from '@/components/form/stepper'
import type { TripType } from '@/contracts/rent-vehicle'
import type { TripLineView, VehicleView } from '@/lib/api/types.gen'
import { vehicleHref } from '@/lib/page/rental-links'
import { toastProblem } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import c from './trip-line.module.css'

const text = defineMessages({
  // The specification prescribes this text (RNT-07).
  limit: { id: 'trip_line.limit', defaultMessage: "You can't add more than {n} quantities of this vehicle." },
  seats: { id: 'trip_line.seats', defaultMessage: '{seats, plural, one {# seat} other {# seats}}' },
  ac: { id: 'trip_line.ac', defaultMessage: 'AC' },
  nonAc: { id: 'trip_line.non_ac', defaultMessage: 'Non-AC' },
  automatic: { id: 'trip_line.automatic', defaultMessage: 'Automatic' },
  manual: { id: 'trip_line.manual', defaultMessage: 'Manual' },
  perHour: { id: 'trip_line.per_hour', defaultMessage: '{price}/hr' },
  perKm: { id: 'trip_line.per_km', defaultMessage: '{price}/km' },
  hourRose: {
    id: 'trip_line.hour_rose',
    defaultMessage: 'The price of an hour rose from {before} to {now} since you added it.',
  },
  kmRose: {
    id: 'trip_line.km_rose',
    defaultMessage: 'The price of a kilometre rose from {before} to {now} since you added it.',
  },
})

type Props = {
  line: TripLineView
  /** What the trip is charged by. */
  type: TripType
  /** Called with the new quantity; 0 removes the line. */
  onQuantity: (line: TripLineView, quantity: number) => void
  /** Called when the link to the vehicle is followed. */
  onFollow?: () => void
}

/** A vehicle of the trip cart (RNT-15). */
export function TripLine({ line, type, onQuantity, onFollow }: Props) {
  const { formatMessage: t } = useIntl()
  const { vehicle, quantity } = line
  // During an upgrade an older instance may respond, which sends no problems.
  const problems = line.problems ?? []
  // A vehicle that cannot be booked can only be removed, whatever its quantity is.
  const limit = problems.length > 0 ? 0 : vehicle.total_vehicle_count
  return (
    <li className={c.line}>
      <div className={c.art}>
        <Picture src={vehicle.thumbnail_full_url} alt="" width={96} height={72} sizes="96px" />
      </div>
      <div className={c.words}>
        <AppLink href={vehicleHref(vehicle)} className={c.name} onClick={onFollow}>
          <bdi>{vehicle.name}</bdi>
        </AppLink>
        <Facts vehicle={vehicle} />
        <Rates line={line} />
        <div className={c.row}>
          <Price now={line.price} was={line.original_price} />
          <Stepper
            label={vehicle.name}
            value={quantity}
            onChange={(next) => onQuantity(line, next)}
            max={limit}
            onLimit={() => toastProblem(problems[0]?.message ?? t(text.limit, { n: limit }))}
            removable
          />
        </div>
        {problems.map(({ code, message }) => (
          <p key={code} className={c.problem}>
            <IconAlertCircle size={16} aria-hidden />
            <bdi>{message}</bdi>
          </p>
        ))}
        <Rise line={line} type={type} />
      </div>
    </li>
  )
}

/** That the price has risen since the vehicle was added, and from what if that is known (CART-08). */
function Rise({ line, type }: Pick<Props, 'line' | 'type'>) {
  const { rate, rate_when_added: before } = line
  // During an upgrade an older instance may respond, which sends no warnings.
  const warnings = line.warnings ?? []
  if (warnings.length > 0 && rate > before) {
    return (
      <p className={c.note}>
        <IconTrendingUp size={16} aria-hidden className="mirrored" />
        <span>
          <FormattedMessage
            {...(type === 'hourly' ? text.hourRose : text.kmRose)}
            values={{ before: <Money key="before" value={before} />, now: <Money key="now" value={rate} /> }}
          />
        </span>
      </p>
    )
  }
  return warnings.map(({ code, message }) => (
    <p key={code} className={c.note}>
      <IconAlertCircle size={16} aria-hidden />
      <bdi>{message}</bdi>
    </p>
  ))
}

function Facts({ vehicle }: { vehicle: VehicleView }) {
  return (
    <ul className={c.facts}>
      <li>
        <FormattedMessage {...text.seats} values={{ seats: vehicle.seating_capacity }} />
      </li>
      <li>
        <FormattedMessage {...(vehicle.air_condition ? text.ac : text.nonAc)} />
      </li>
      <li>
        <FormattedMessage {...text[vehicle.transmission_type]} />
      </li>
      <li>
        <bdi>{vehicle.fuel_type}</bdi>
      </li>
    </ul>
  )
}

/** What an hour and a kilometre cost without discount, as far as it is rented that way, and the discount of the line. */
function Rates({ line }: Pick<Props, 'line'>) {
  const { vehicle, badge_discount_type } = line
  // An older instance sends no discount of the line.
  const discount = line.badge_discount ?? 0
  return (
    <div className={c.rates}>
      {vehicle.trip_hourly === 1 && (
        <span>
          <FormattedMessage {...text.perHour} values={{ price: <Money key="price" value={vehicle.hourly_price} /> }} />
        </span>
      )}
      {vehicle.trip_distance === 1 && (
        <span>
          <FormattedMessage {...text.perKm} values={{ price: <Money key="price" value={vehicle.distance_price} /> }} />
        </span>
      )}
      <DiscountBadge discount={discount} type={badge_discount_type} soft />
    </div>
  )
}
