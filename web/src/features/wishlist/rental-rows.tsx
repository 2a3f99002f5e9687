import { ActionIcon } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Price } from '@/components/price/price'
import { Rating } from '@/components/review/rating'
import type { ProviderView, VehicleView } from '@/lib/api/types.gen'
import { useRentVehicle } from '@/contracts/rent-vehicle'
import { providerHref, vehicleHref } from '@/lib/page/rental-links'
import { defineMessages } from '@/lib/text/messages'
import { Row, type RowProps } from './wish-rows'
import c from './wish-rows.module.css'

const text = defineMessages({
  rent: { id: 'wishlist.rent', defaultMessage: 'Rent {name}' },
  hourly: { id: 'vehicle.per_hour', defaultMessage: '/hr' },
  distance_wise: { id: 'vehicle.per_km', defaultMessage: '/km' },
})

/** A vehicle of the wishlist, from its lower price. It is rented by the booking form (RNT-06). */
export function VehicleRow({ vehicle, ...row }: RowProps & { vehicle: VehicleView }) {
  const { formatMessage: t } = useIntl()
  const { rent } = useRentVehicle()
  const { price, original_price, unit } = vehicle.start_from
  return (
    <Row
      {...row}
      name={vehicle.name}
      href={vehicleHref(vehicle)}
      image={vehicle.thumbnail_full_url}
      action={
        <ActionIcon
          className={c.add}
          onClick={() => rent(vehicle)}
          aria-haspopup="dialog"
          aria-label={t(text.rent, { name: vehicle.name })}
        >
          <IconPlus size={22} />
        </ActionIcon>
      }
    >
      <p className={c.quiet}>
        <bdi>{vehicle.provider.name}</bdi>
      </p>
      <p className={c.line}>
        <span>
          <Price now={price} was={original_price} />
          <small className={c.unit}>
            <FormattedMessage {...text[unit]} />
          </small>
        </span>
      </p>
    </Row>
  )
}

export function ProviderRow({ provider, ...row }: RowProps & { provider: ProviderView }) {
  return (
    <Row {...row} name={provider.name} href={providerHref(provider)} image={provider.logo_full_url} round>
      {provider.rating_count > 0 && (
        <p className={c.line}>
          <Rating value={provider.avg_rating} count={provider.rating_count} />
        </p>
      )}
      <p className={c.quiet}>
        <IconMapPin size={16} aria-hidden />
        <bdi>{provider.address}</bdi>
      </p>
    </Row>
  )
}
