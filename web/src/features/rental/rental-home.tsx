import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { CategoryChip } from '@/components/catalog/category-chip'
import { ErrorState } from '@/components/loading/error-state'
import { PageSection } from '@/components/layout/page-section'
import { Pending } from '@/components/loading/pending'
import { Stale } from '@/components/loading/query-view'
import { SeeAll } from '@/components/layout/see-all'
import { ListSection } from '@/components/layout/list-section'
import type { PlaceInput } from '@/contracts/place-input'
import type {
  BannerView,
  ProviderCountView,
  RentalBrandsOutputBody,
  RentalCategoryView,
  VehicleView,
} from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { vehicleCategoryHref } from '@/lib/page/rental-links'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { useDestinations } from '@/lib/scope/last-destinations'
import { NoVehicles } from './no-vehicles'
import { ProviderCard } from './provider-card'
import { vehicleHrefFrom } from './vehicle-href'
import {
  rentalBannersOptions,
  brandsOptions,
  rentalCategoriesOptions,
  providersOptions,
  topRatedVehiclesOptions,
} from './rental-queries'
import { newTrip, writeTrip, type SearchTrip } from './trip'
import { TripForm } from './trip-form'
import { useQuickView } from './use-quick-view'
import { RentButton } from './rent-button'
import { VehicleCard } from './vehicle-card'
import c from './rental-home.module.css'

const text = defineMessages({
  categories: { id: 'rental.categories', defaultMessage: 'What would you like to drive?' },
  brands: { id: 'rental.brands', defaultMessage: 'Brands' },
  brand: { id: 'rental.brand', defaultMessage: '{name}, {n, plural, one {# vehicle} other {# vehicles}}' },
  topRated: { id: 'rental.top_rated', defaultMessage: 'Best rated vehicles' },
  providers: { id: 'rental.providers', defaultMessage: 'Who rents them out' },
  destinations: { id: 'rental.last_destinations', defaultMessage: 'Your last destinations' },
})

const allHref = hrefTo('/rental/vehicle-search', { search: { all_category: '1' } })
const bestHref = hrefTo('/rental/vehicle-search', { search: { all_category: '1', sort: 'rating' } })

type Props = {
  placeInput: PlaceInput
  /** Renders the banners. */
  hero: (banners: readonly BannerView[]) => ReactNode
  heroSkeleton: ReactNode
}

/** The home page of a rental module (RNT-01). Each section has its own call. */
export function RentalHome({ placeInput, hero, heroSkeleton }: Props) {
  const scope = useScope()
  const shop = useShop()
  const navigate = useNavigate()
  usePageTitle()
  const banners = useQuery({ ...rentalBannersOptions(scope), select: (answer) => answer.banners })
  const categories = useQuery({ ...rentalCategoriesOptions(scope), select: (answer) => answer.categories })
  const brands = useQuery(brandsOptions(scope))
  const topRated = useQuery({ ...topRatedVehiclesOptions(scope), select: (answer) => answer.vehicles })
  const providers = useQuery({ ...providersOptions(scope), select: (answer) => answer.providers })
  const search = (trip: SearchTrip) => void navigate({ to: '/rental/vehicle-search', search: writeTrip(trip) })

  const title = (
    <h1 className="sr">
      <bdi>{scope.module?.module_name || shop.business_name}</bdi>
    </h1>
  )
  // If every call failed, one error is shown instead of one per section.
  const all = [banners, categories, brands, topRated, providers]
  if (all.every(({ isError, data }) => isError && !data)) {
    return (
      <>
        {title}
        <ErrorState
          error={topRated.error}
          onRetry={() => all.forEach(({ refetch }) => void refetch())}
          art={emptyArt('error')}
        />
      </>
    )
  }

  return (
    <>
      {title}
      <Stale queries={all} />
      <TripForm trip={undefined} placeInput={placeInput} onSearch={search} />
      <LastDestinations />
      <Pending pending={banners.isPending} skeleton={heroSkeleton}>
        {banners.data && hero(banners.data)}
      </Pending>
      <Categories query={categories} />
      <TopRated query={topRated} />
      <Brands query={brands} />
      <Providers query={providers} />
    </>
  )
}

type Query<Entry> = { query: UseQueryResult<readonly Entry[], unknown> }

function Categories({ query }: Query<RentalCategoryView>) {
  const { formatMessage: t } = useIntl()
  return (
    <ListSection
      title={t(text.categories)}
      action={<SeeAll href={allHref} of={t(text.categories)} />}
      of="chips"
      as="rail"
      query={query}
      expected={5}
    >
      {({ id, name, image_full_url }) => (
        <CategoryChip name={name} image={image_full_url} href={vehicleCategoryHref({ id })} />
      )}
    </ListSection>
  )
}

function TopRated({ query }: Query<VehicleView>) {
  const { formatMessage: t } = useIntl()
  const preview = useQuickView('from_home')
  return (
    <>
      {query.data?.length === 0 && <NoVehicles />}
      <ListSection
        title={t(text.topRated)}
        action={<SeeAll href={bestHref} of={t(text.topRated)} />}
        of="stores"
        as="rail"
        query={query}
        expected={4}
      >
        {(vehicle) => (
          <VehicleCard
            vehicle={vehicle}
            href={vehicleHrefFrom('from_home', vehicle)}
            onPreview={() => preview.open(vehicle)}
            action={<RentButton vehicle={vehicle} trip={undefined} short />}
          />
        )}
      </ListSection>
      {preview.dialog}
    </>
  )
}

function Brands({ query }: { query: UseQueryResult<RentalBrandsOutputBody, unknown> }) {
  const { formatMessage: t } = useIntl()
  if (query.isError && !query.data) {
    return (
      <PageSection title={t(text.brands)}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </PageSection>
    )
  }
  if (!query.data || query.data.brands.length === 0) return null
  return (
    <PageSection title={t(text.brands)}>
      <ul className={c.pills}>
        {query.data.brands.map(({ value, count }) => (
          <li key={value}>
            <AppLink
              href={hrefTo('/rental/vehicle-search', { search: { brands: value } })}
              className={c.pill}
              aria-label={t(text.brand, { name: value, n: count })}
            >
              <bdi>{value}</bdi>
              <span className={c.count}>{count}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function Providers({ query }: Query<ProviderCountView>) {
  const { formatMessage: t } = useIntl()
  return (
    <ListSection
      title={t(text.providers)}
      action={<SeeAll href="/store/popular" of={t(text.providers)} />}
      of="stores"
      as="rail"
      query={query}
      expected={4}
    >
      {(provider) => <ProviderCard provider={provider} />}
    </ListSection>
  )
}

/** The last five destinations, each a search for a trip there (RNT-12). */
function LastDestinations() {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const destinations = useDestinations()
  if (destinations.length === 0) return null
  return (
    <PageSection title={t(text.destinations)}>
      <ul className={c.pills}>
        {destinations.map((destination) => (
          <li key={destination.location}>
            <AppLink
              href={hrefTo('/rental/vehicle-search', {
                search: writeTrip({ ...newTrip(scope), type: 'distance_wise', destination }),
              })}
              className={c.pill}
            >
              <IconMapPin size={18} aria-hidden />
              <bdi>{destination.location}</bdi>
            </AppLink>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
