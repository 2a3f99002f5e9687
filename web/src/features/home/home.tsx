import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CategoryChip } from '@/components/catalog/category-chip'
import { EmptyState } from '@/components/loading/empty-state'
import { ErrorState } from '@/components/loading/error-state'
import { AppLink } from '@/components/app-link'
import { ItemTile } from '@/components/catalog/item-tile'
import { Pending } from '@/components/loading/pending'
import { Stale } from '@/components/loading/query-view'
import { SeeAll } from '@/components/layout/see-all'
import { StoreCard } from '@/components/catalog/store-card'
import type { ItemView, StoreView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { categoryHref, storeHref } from '@/lib/page/links'
import { defineMessages } from '@/lib/text/messages'
import { useNearViewport } from '@/lib/page/use-near'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { useModuleType, useShop } from '@/lib/scope/shop'
import { hrefTo, type Href } from '@/lib/page/href'
import { Band, bandsOf, Hero, HeroSkeleton } from './hero'
import {
  bannersOptions,
  dealsOptions,
  featuredOptions,
  latestItemsOptions,
  homeLatestStoresOptions,
  popularItemsOptions,
  homePopularStoresOptions,
  recommendedOptions,
  topRatedStoresOptions,
} from './home-queries'
import { ListSection } from '@/components/layout/list-section'
import c from './home.module.css'

const text = defineMessages({
  craving: { id: 'home.craving', defaultMessage: 'What are you craving?' },
  categories: { id: 'home.categories', defaultMessage: 'Shop by category' },
  popularStores: { id: 'home.popular_stores', defaultMessage: 'Popular near you' },
  deals: { id: 'home.deals', defaultMessage: 'Deals of the day' },
  popularItems: { id: 'home.popular_items', defaultMessage: 'Most ordered' },
  latestStores: { id: 'home.latest_stores', defaultMessage: 'New on the street' },
  recommended: { id: 'home.recommended', defaultMessage: 'Recommended for you' },
  topRated: { id: 'home.top_rated', defaultMessage: 'Best rated' },
  latestItems: { id: 'home.latest_items', defaultMessage: 'Just added' },
  emptyTitle: { id: 'home.empty_title', defaultMessage: 'Nothing is sold here yet' },
  emptyText: { id: 'home.empty_text', defaultMessage: 'No shop of this kind delivers to your address so far.' },
  emptyAction: { id: 'home.empty_action', defaultMessage: 'Choose another place' },
})

const itemsOf = ({ items }: { items: ItemView[] }) => items
const storesOf = ({ stores }: { stores: StoreView[] }) => stores

const dealsHref = hrefTo('/home', { search: { search: 'category', data_type: 'item', discounted: true } })

/**
 * The home page of a module. Each section has its own call; those further down are fetched when
 * scrolled near (BRW-01).
 */
export function Home({ offers }: { offers?: ReactNode }) {
  const { formatMessage: t } = useIntl()
  usePageTitle()
  const first = useFirstCalls()
  const { banners, featured, stores, deals } = first
  const all = Object.values(first)
  const isBare = stores.data?.length === 0 && deals.data?.length === 0

  // If every call failed, one error is shown instead of one per section.
  if (all.every(({ isError, data }) => isError && !data)) {
    return (
      <>
        <Title />
        <ErrorState
          error={stores.error}
          onRetry={() => all.forEach(({ refetch }) => void refetch())}
          art={emptyArt('error')}
        />
      </>
    )
  }

  return (
    <>
      <Title />
      <Stale queries={all} />
      {/* Without banners, or if they failed to load, the page starts with the categories. */}
      <Pending pending={banners.isPending} skeleton={<HeroSkeleton />}>
        {banners.data && <Hero banners={banners.data} />}
      </Pending>
      <Categories query={featured} />
      {isBare && <NothingSold />}
      <Stores title={t(text.popularStores)} href="/store/popular" query={stores} />
      {offers}
      <ListSection
        title={t(text.deals)}
        action={<SeeAll href={dealsHref} of={t(text.deals)} />}
        of="items"
        as="grid"
        query={deals}
        expected={10}
      >
        {(item) => <ItemTile item={item} />}
      </ListSection>
      {!isBare && (
        <Further
          bands={(banners.data ? bandsOf(banners.data) : []).map((one) => (
            <Band key={one.id} banner={one} />
          ))}
        />
      )}
    </>
  )
}

/** The calls of the first screen. */
function useFirstCalls() {
  const scope = useScope()
  return {
    banners: useQuery({ ...bannersOptions(scope), select: (answer) => answer.banners }),
    featured: useQuery({ ...featuredOptions(scope), select: (answer) => answer.categories }),
    stores: useQuery({ ...homePopularStoresOptions(scope), select: storesOf }),
    deals: useQuery({ ...dealsOptions(scope), select: itemsOf }),
  }
}

function Title() {
  const { module } = useScope()
  const shop = useShop()
  return (
    <h1 className="sr">
      <bdi>{module?.module_name || shop.business_name}</bdi>
    </h1>
  )
}

function Categories({ query }: { query: ReturnType<typeof useFirstCalls>['featured'] }) {
  const { formatMessage: t } = useIntl()
  const isFood = (useModuleType() ?? 'food') === 'food'
  return (
    <ListSection title={t(isFood ? text.craving : text.categories)} of="chips" as="rail" query={query} expected={10}>
      {(category) => (
        <CategoryChip name={category.name} image={category.image_full_url} href={categoryHref(category)} />
      )}
    </ListSection>
  )
}

type StoresProps = { title: string; href: Href | undefined; query: ReturnType<typeof useFirstCalls>['stores'] }

/** A row of stores, with a link to all of them if there is one. */
const Stores = ({ title, href, query }: StoresProps) => (
  <ListSection
    title={title}
    action={href && <SeeAll href={href} of={title} />}
    of="stores"
    as="rail"
    query={query}
    expected={4}
  >
    {(store) => <StoreCard store={store} href={storeHref(store)} />}
  </ListSection>
)

const NothingSold = () => (
  <EmptyState
    art={emptyArt('store')}
    title={<FormattedMessage {...text.emptyTitle} />}
    text={<FormattedMessage {...text.emptyText} />}
    action={
      <Button component={AppLink} href="/" size="md">
        <FormattedMessage {...text.emptyAction} />
      </Button>
    }
  />
)

/** The sections that are fetched only when scrolled near. */
function Further({ bands }: { bands: ReactNode[] }) {
  const { formatMessage: t } = useIntl()
  return (
    <>
      <WhenNear>
        {(isNear) => <ItemSection title={t(text.popularItems)} options={popularItemsOptions} isNear={isNear} />}
      </WhenNear>
      <WhenNear>
        {(isNear) => (
          <StoreSection
            title={t(text.latestStores)}
            options={homeLatestStoresOptions}
            href="/store/latest"
            isNear={isNear}
          />
        )}
      </WhenNear>
      {bands}
      <WhenNear>
        {(isNear) => <ItemSection title={t(text.recommended)} options={recommendedOptions} isNear={isNear} />}
      </WhenNear>
      <WhenNear>
        {(isNear) => <StoreSection title={t(text.topRated)} options={topRatedStoresOptions} isNear={isNear} />}
      </WhenNear>
      <WhenNear>
        {(isNear) => <ItemSection title={t(text.latestItems)} options={latestItemsOptions} isNear={isNear} />}
      </WhenNear>
    </>
  )
}

function WhenNear({ children }: { children: (isNear: boolean) => ReactNode }) {
  const [ref, isNear] = useNearViewport()
  return (
    <div ref={ref} className={c.later} data-far={!isNear || undefined}>
      {children(isNear)}
    </div>
  )
}

type SectionProps<Options> = { title: string; options: Options; isNear: boolean; href?: Href }

function ItemSection({ title, options, isNear }: SectionProps<typeof popularItemsOptions>) {
  const scope = useScope()
  const query = useQuery({ ...options(scope), select: itemsOf, enabled: isNear })
  return (
    <ListSection title={title} of="items" as="rail" query={query} expected={5}>
      {(item) => <ItemTile item={item} />}
    </ListSection>
  )
}

function StoreSection({ title, options, isNear, href }: SectionProps<typeof homeLatestStoresOptions>) {
  const scope = useScope()
  const query = useQuery({ ...options(scope), select: storesOf, enabled: isNear })
  return <Stores title={title} href={href} query={query} />
}
