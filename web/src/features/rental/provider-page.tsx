import { useQuery } from '@tanstack/react-query'
import { IconCar, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Badge } from '@/components/badge'
import { DiscountBadge } from '@/components/price/discount-badge'
import { DiscountCap } from '@/components/price/discount-cap'
import { EmptyState } from '@/components/loading/empty-state'
import { Grid } from '@/components/layout/grid'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { DirectionsLink } from '@/components/map/directions-link'
import { Money } from '@/components/price/money'
import { More } from '@/components/layout/more'
import { PageSection } from '@/components/layout/page-section'
import { Picture } from '@/components/picture'
import { QueryView } from '@/components/loading/query-view'
import { Rating } from '@/components/review/rating'
import { Skeleton, StoreCardSkeleton } from '@/components/loading/skeleton'
import type { ProviderPageView, VehiclesOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { vehicleHrefFrom } from './vehicle-href'
import { providerOptions, providerVehiclesOptions } from './rental-queries'
import { useQuickView } from './use-quick-view'
import { RentButton } from './rent-button'
import { VehicleCard } from './vehicle-card'
import { VehicleReviews } from './vehicle-reviews'
import c from './provider-page.module.css'

const text = defineMessages({
  vehicles: { id: 'provider.its_vehicles', defaultMessage: 'Vehicles' },
  count: { id: 'provider.count', defaultMessage: '{n, plural, one {# vehicle} other {# vehicles}}' },
  over: { id: 'provider.discount_over', defaultMessage: 'on trips over {amount}' },
  none: { id: 'provider.no_vehicles', defaultMessage: 'No vehicles at the moment' },
  noneText: { id: 'provider.no_vehicles_text', defaultMessage: 'Please look again later.' },
})

/** The page of a provider, with its vehicles (RNT-04). */
export function ProviderPage({ id, notFound }: { id: string; notFound: ReactNode }) {
  const provider = useQuery(providerOptions(id, useScope()))
  if (isNotFound(provider.error)) return notFound
  return (
    <QueryView query={provider} skeleton={<HeadSkeleton />}>
      {(found) => <Provider key={found.id} id={id} provider={found} />}
    </QueryView>
  )
}

function Provider({ id, provider }: { id: string; provider: ProviderPageView }) {
  // A provider who rents out nothing in the current module is shown in one of theirs.
  const isAdopted = useAdoptModule(provider, (scope) => providerOptions(id, scope).queryKey)
  if (!isAdopted) return <HeadSkeleton />
  return (
    <>
      <Head provider={provider} />
      <PageSection title={<FormattedMessage {...text.vehicles} />}>
        <Vehicles id={id} />
      </PageSection>
      <VehicleReviews of="provider" id={provider.id} />
    </>
  )
}

function Head({ provider }: { provider: ProviderPageView }) {
  const { point } = useScope()
  usePageTitle(provider.name)
  return (
    <header className={c.head}>
      <div className={c.cover}>
        <Picture
          src={provider.cover_photo_full_url}
          alt=""
          width={960}
          height={540}
          sizes="(width >= 48em) 640px, 100vw"
          priority
        />
        <div className={c.heart}>
          <HeartSlot wish={{ kind: 'provider', thing: provider }} large />
        </div>
      </div>
      <div className={c.about}>
        <div className={c.logo}>
          <Picture src={provider.logo_full_url} alt="" width={96} height={96} sizes="96px" priority />
        </div>
        <div className={c.words}>
          <h1>
            <bdi>{provider.name}</bdi>
          </h1>
          {provider.description && (
            <p className={c.text}>
              <bdi>{provider.description}</bdi>
            </p>
          )}
          <Facts provider={provider} />
          {provider.discount && <Discount discount={provider.discount} />}
          {point && <DirectionsLink origin={point} destination={{ lat: provider.latitude, lng: provider.longitude }} />}
        </div>
      </div>
    </header>
  )
}

function Facts({ provider }: { provider: ProviderPageView }) {
  return (
    <ul className={c.facts}>
      {provider.rating_count > 0 && (
        <li>
          <Rating value={provider.avg_rating} count={provider.rating_count} />
        </li>
      )}
      <li>
        <IconCar size={18} aria-hidden />
        <FormattedMessage {...text.count} values={{ n: provider.vehicle_count }} />
      </li>
      <li>
        <IconMapPin size={18} aria-hidden />
        <bdi>{provider.address}</bdi>
      </li>
      {provider.phone && (
        <li>
          <IconPhone size={18} aria-hidden />
          <a href={`tel:${provider.phone}`} className={c.phone}>
            <bdi dir="ltr">{provider.phone}</bdi>
          </a>
        </li>
      )}
    </ul>
  )
}

function Discount({ discount }: { discount: NonNullable<ProviderPageView['discount']> }) {
  return (
    <div className={c.badges}>
      <DiscountBadge discount={discount.discount} type={discount.discount_type} />
      <DiscountCap limit={discount.max_discount} />
      {discount.min_purchase > 0 && (
        <Badge tone="deal-soft">
          <FormattedMessage {...text.over} values={{ amount: <Money key="over" value={discount.min_purchase} /> }} />
        </Badge>
      )}
    </div>
  )
}

function Vehicles({ id }: { id: string }) {
  const scope = useScope()
  const list = usePagedList<VehiclesOutputBody>((offset) => providerVehiclesOptions(id, offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
  })
  const vehicles = uniqueEntries(list.data?.pages.map((page) => page.vehicles))
  const preview = useQuickView('from_provider')
  return (
    <>
      <QueryView<unknown> query={list} skeleton={<Boxes />}>
        {() =>
          vehicles.length === 0 ? (
            <EmptyState
              art={emptyArt('store')}
              title={<FormattedMessage {...text.none} />}
              text={<FormattedMessage {...text.noneText} />}
            />
          ) : (
            <>
              <Grid of="vehicles">
                {vehicles.map((vehicle) => (
                  <li key={vehicle.id}>
                    <VehicleCard
                      vehicle={vehicle}
                      href={vehicleHrefFrom('from_provider', vehicle)}
                      onPreview={() => preview.open(vehicle)}
                      hideProvider
                      action={<RentButton vehicle={vehicle} trip={undefined} short />}
                    />
                  </li>
                ))}
              </Grid>
              <More list={list} />
            </>
          )
        }
      </QueryView>
      {preview.dialog}
    </>
  )
}

function Boxes() {
  return (
    <Grid of="vehicles">
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index}>
          <StoreCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}

function HeadSkeleton() {
  return (
    <div aria-busy className={c.words}>
      <Skeleton height={240} radius={28} />
      <Skeleton width="40%" height={36} />
      <Skeleton width="60%" height={20} />
    </div>
  )
}
