import { createFileRoute } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { lazyPart } from '@/components/lazy'
import { Hero, HeroSkeleton } from '@/features/home/hero'
import { Home } from '@/features/home/home'
import { fetchHome } from '@/features/home/home-queries'
import { readResultsQuery } from '@/features/search/results-query'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages } from '@/lib/text/messages'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import c from './-page.module.css'

const text = defineMessages({
  results: { id: 'search.title', defaultMessage: 'Results for “{words}”' },
  all: { id: 'search.title_all', defaultMessage: 'Everything' },
  deals: { id: 'search.title_deals', defaultMessage: 'Deals' },
})

// Most first visits do not search, so the results are a separate chunk.
const loadResults = () => import('@/features/search/results').then(({ Results }) => ({ default: Results }))
const Results = lazyPart(loadResults)
// Neither do they rent or send parcels.
const loadRental = () => import('./-rental-home')
const RentalHome = lazyPart(loadRental)
const loadParcel = () => import('./-parcel-home')
const ParcelHome = lazyPart(loadParcel)
const HomeOffers = lazyPart(() => import('@/features/offer/home-offers'))

export const Route = createFileRoute('/home')({
  validateSearch: readResultsQuery,
  loaderDeps: ({ search }) => ({ isSearch: search.search !== undefined }),
  loader: async ({ context: { queryClient }, deps }) => {
    const scope = currentScope()
    if (isRental(scope)) await loadRental()
    else if (isParcel(scope)) await loadParcel()
    else if (deps.isSearch) await loadResults()
    else fetchHome(queryClient, scope)
  },
  component: HomePage,
})

const isRental = ({ module }: Scope) => module?.module_type === 'rental'
const isParcel = ({ module }: Scope) => module?.module_type === 'parcel'

/** The home of the module, or the results of the search in the URL (BRW-02). */
function HomePage() {
  const { search, id, name, data_type, exact, module_id: _module, ...filters } = Route.useSearch()
  // It is not among what the first view is rendered from.
  const isHydrated = useHydrated()
  const scope = useScope()
  const title = useResultsTitle(name, id !== undefined, filters.discounted === true)
  return (
    <div className={c.page}>
      {isRental(scope) ? (
        <RentalHome hero={Hero} heroSkeleton={HeroSkeleton} words={search && (name ?? '')} />
      ) : isParcel(scope) ? (
        <ParcelHome words={search && (name ?? '')} />
      ) : search === undefined ? (
        <Home offers={isHydrated && <HomeOffers />} />
      ) : (
        <Results
          title={title}
          subject={id === undefined ? { words: name, exact } : { categoryId: id }}
          filters={filters}
          of={data_type ?? 'item'}
        />
      )}
    </div>
  )
}

function useResultsTitle(name: string | undefined, isCategory: boolean, isDeals: boolean) {
  const { formatMessage: t } = useIntl()
  if (!name) return t(isDeals ? text.deals : text.all)
  return isCategory ? name : t(text.results, { words: name })
}
