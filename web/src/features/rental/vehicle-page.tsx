import { useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Badge } from '@/components/badge'
import { DiscountBadge } from '@/components/price/discount-badge'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { DirectionsLink } from '@/components/map/directions-link'
import { MapView } from '@/components/map/map-view'
import { PageSection } from '@/components/layout/page-section'
import { QueryView } from '@/components/loading/query-view'
import { Rating } from '@/components/review/rating'
import { Skeleton } from '@/components/loading/skeleton'
import type { VehicleView } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { useNearViewport } from '@/lib/page/use-near'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { Available } from './available'
import { BookingPrice } from './booking-price'
import { BookingRow, FixedBookingBar } from './booking-bar'
import { providerHref } from '@/lib/page/rental-links'
import { vehicleOptions, type PricedTrip } from './rental-queries'
import type { SearchTrip } from './trip'
import { TripPrices } from './trip-prices'
import { RentButton } from './rent-button'
import { usePricedTrip } from './use-priced-trip'
import { VehicleCalendar } from './vehicle-calendar'
import { VehicleCarousel } from './vehicle-carousel'
import { VehicleFacts } from './vehicle-facts'
import { TripEstimate } from './vehicle-price'
import { VehicleReviews } from './vehicle-reviews'
import c from './vehicle-page.module.css'

const text = defineMessages({
  fresh: { id: 'vehicle.new', defaultMessage: 'New Arrival' },
  about: { id: 'vehicle.about', defaultMessage: 'About this vehicle' },
  where: { id: 'vehicle.where', defaultMessage: 'Where it is picked up' },
  map: { id: 'vehicle.map', defaultMessage: 'Map of {name}' },
})

type Props = {
  /** Id or slug. */
  id: string
  /** The trip of the search from which it was opened. */
  trip: SearchTrip | undefined
  notFound: ReactNode
}

/** The page of a vehicle (RNT-04). */
export function VehiclePage({ id, trip, notFound }: Props) {
  const scope = useScope()
  // A trip by distance without a pickup is measured from the provider, whom the first response names.
  const unmeasured = usePricedTrip(trip)
  const first = useQuery({ ...vehicleOptions(id, unmeasured.priced, scope), enabled: !unmeasured.isPending })
  const provider = first.data?.provider
  const { priced, isPending } = usePricedTrip(trip, provider && { lat: provider.latitude, lng: provider.longitude })
  const vehicle = useQuery({
    ...vehicleOptions(id, priced, scope),
    enabled: first.data !== undefined && !isPending,
    placeholderData: first.data,
  })
  if (isNotFound(first.error)) return notFound
  return (
    // If only the estimate fails, the vehicle stays.
    <QueryView query={vehicle.data ? vehicle : first} skeleton={<VehicleSkeleton />}>
      {(found) => (
        <Adopting key={found.id} id={id} first={unmeasured.priced} vehicle={found} trip={trip} priced={priced} />
      )}
    </QueryView>
  )
}

type VehicleProps = { vehicle: VehicleView; trip: SearchTrip | undefined; priced: PricedTrip | undefined }

/** Switches to the vehicle's module before it is shown: a trip cart has vehicles of one module. */
function Adopting({ id, first, ...props }: VehicleProps & Pick<Props, 'id'> & { first: PricedTrip | undefined }) {
  const isAdopted = useAdoptModule(props.vehicle, (scope) => vehicleOptions(id, first, scope).queryKey)
  return isAdopted ? <Vehicle {...props} /> : <VehicleSkeleton />
}

function Vehicle({ vehicle, trip, priced }: VehicleProps) {
  usePageTitle(vehicle.name, vehicle.provider.name)
  const { badge_discount, badge_discount_type } = vehicle.start_from
  const booking = (
    <>
      <BookingPrice vehicle={vehicle} />
      <RentButton vehicle={vehicle} trip={trip} />
    </>
  )
  return (
    <>
      <div className={c.top}>
        <VehicleCarousel
          name={vehicle.name}
          pictures={vehicle.images_full_url}
          sizes="(width >= 73.8125em) 600px, 100vw"
          priority
        />
        <div className={c.words}>
          <div className={c.badges}>
            {vehicle.new_tag === 1 && (
              <Badge tone="fresh">
                <FormattedMessage {...text.fresh} />
              </Badge>
            )}
            <DiscountBadge discount={badge_discount} type={badge_discount_type} />
          </div>
          <div className={c.head}>
            <h1>
              <bdi>{vehicle.name}</bdi>
            </h1>
            <HeartSlot wish={{ kind: 'vehicle', thing: vehicle }} large />
          </div>
          <p className={c.line}>
            <AppLink href={providerHref(vehicle.provider)} className={c.provider}>
              <bdi>{vehicle.provider.name}</bdi>
            </AppLink>
            <Rating value={vehicle.avg_rating} count={vehicle.total_reviews} />
          </p>
          <VehicleFacts vehicle={vehicle} large />
          <TripPrices vehicle={vehicle} />
          <p className={c.available}>
            <Available vehicle={vehicle} />
          </p>
          <TripEstimate vehicle={vehicle} trip={priced} />
          <div className={c.booking}>
            <BookingRow>{booking}</BookingRow>
          </div>
        </div>
      </div>
      {vehicle.description && (
        <PageSection title={<FormattedMessage {...text.about} />}>
          <p className={c.about}>
            <bdi>{vehicle.description}</bdi>
          </p>
        </PageSection>
      )}
      <PageSection title={<FormattedMessage {...text.where} />}>
        <Where vehicle={vehicle} />
      </PageSection>
      <VehicleCalendar id={vehicle.id} />
      <VehicleReviews of="vehicle" id={vehicle.id} />
      <FixedBookingBar name={vehicle.name}>{booking}</FixedBookingBar>
    </>
  )
}

/** The provider's place on the map, with directions from the shopper's place (MAP-02). */
function Where({ vehicle: { provider } }: { vehicle: VehicleView }) {
  const { formatMessage: t } = useIntl()
  const { point } = useScope()
  const [ref, isNear] = useNearViewport()
  const at = { lat: provider.latitude, lng: provider.longitude }
  return (
    <>
      <div className={c.line}>
        <IconMapPin size={20} aria-hidden />
        <bdi>{provider.name}</bdi>
        {point && <DirectionsLink origin={point} destination={at} />}
      </div>
      <div ref={ref} className={c.map}>
        {isNear && (
          <MapView
            label={t(text.map, { name: provider.name })}
            center={at}
            start="point"
            pins={[{ id: 'provider', kind: 'store', point: at, label: provider.name }]}
            inPage
          />
        )}
      </div>
    </>
  )
}

function VehicleSkeleton() {
  return (
    <div className={c.top} aria-busy>
      <Skeleton height={360} radius={20} />
      <div className={c.words}>
        <Skeleton width="60%" height={36} />
        <Skeleton width="40%" height={20} />
        <Skeleton height={120} radius={14} />
      </div>
    </div>
  )
}
