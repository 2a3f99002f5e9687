import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Dialog } from '@/components/overlay/dialog'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { Rating } from '@/components/review/rating'
import type { VehicleView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { Available } from './available'
import { BookingPrice } from './booking-price'
import { BookingRow } from './booking-bar'
import { vehicleHrefFrom, type From } from './vehicle-href'
import { vehicleOptions } from './rental-queries'
import { RentButton } from './rent-button'
import type { SearchTrip } from './trip'
import { TripPrices } from './trip-prices'
import { usePricedTrip } from './use-priced-trip'
import { ShortText } from './vehicle-about'
import { VehicleCarousel } from './vehicle-carousel'
import { VehicleFacts } from './vehicle-facts'
import { TripEstimate } from './vehicle-price'
import c from './quick-view.module.css'

const text = defineMessages({
  details: { id: 'quick_view.details', defaultMessage: 'View details' },
})

type Props = {
  opened: boolean
  onClose: () => void
  vehicle: VehicleView
  from: From
  trip: SearchTrip | undefined
}

/** A vehicle over the list in which it was found (RNT-03). */
export default function QuickView({ opened, onClose, vehicle: listed, from, trip }: Props) {
  const { latitude: lat, longitude: lng } = listed.provider
  const { priced, isPending } = usePricedTrip(trip, { lat, lng })
  const { data: vehicle } = useQuery({
    ...vehicleOptions(String(listed.id), priced, useScope()),
    enabled: opened && !isPending,
    initialData: listed,
    initialDataUpdatedAt: 0, // it is fetched again, because its price and units may have changed
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={vehicle.name}
      width={900}
      footer={
        <BookingRow>
          <BookingPrice vehicle={vehicle} />
          <RentButton vehicle={vehicle} trip={trip} />
        </BookingRow>
      }
    >
      <div className={c.view}>
        <div className={c.pictures}>
          <VehicleCarousel
            name={vehicle.name}
            pictures={vehicle.images_full_url}
            sizes="(width >= 48em) 420px, 100vw"
            priority
          />
          <div className={c.heart}>
            <HeartSlot wish={{ kind: 'vehicle', thing: vehicle }} large />
          </div>
        </div>
        <div className={c.words}>
          <p className={c.line}>
            <bdi>{vehicle.provider.name}</bdi>
            <Rating value={vehicle.avg_rating} count={vehicle.total_reviews} />
          </p>
          {vehicle.description && <ShortText words={vehicle.description} />}
          <VehicleFacts vehicle={vehicle} large />
          <TripPrices vehicle={vehicle} />
          <TripEstimate vehicle={vehicle} trip={priced} />
          <p className={c.available}>
            <Available vehicle={vehicle} />
          </p>
          <AppLink href={vehicleHrefFrom(from, vehicle, trip)} className={c.details} onClick={onClose}>
            <FormattedMessage {...text.details} />
          </AppLink>
        </div>
      </div>
    </Dialog>
  )
}
