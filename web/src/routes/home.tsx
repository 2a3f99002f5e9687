import { createFileRoute } from '@tanstack/react-router'
import { lazyPart } from '@/components/lazy'
import { Hero, HeroSkeleton } from '@/features/home/hero'
import { Home } from '@/features/home/home'
import { fetchHome } from '@/features/home/home-queries'
import { readResultsQuery } from '@/features/search/results-query'
import { useHydrated } from '@/lib/page/use-hydrated'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { adoptModuleOfLink } from './-adopt-module'
import c from './-page.module.css'

// Most first visits do not search, so the results are a separate chunk.
const loadResults = () => import('./-home-results')
const Results = lazyPart(loadResults)
// Neither do they rent or send parcels.
const loadRental = () => import('./-rental-home')
const RentalHome = lazyPart(loadRental)
const loadParcel = () => import('./-parcel-home')
const ParcelHome = lazyPart(loadParcel)
const HomeOffers = lazyPart(() => import('@/features/offer/home-offers'))

export const Route = createFileRoute('/home')({
  validateSearch: readResultsQuery,
  beforeLoad: adoptModuleOfLink,
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
  const query = Route.useSearch()
  const { search, name } = query
  // It is not among what the first view is rendered from.
  const isHydrated = useHydrated()
  const scope = useScope()
  return (
    <div className={c.page}>
      {isRental(scope) ? (
        <RentalHome hero={Hero} heroSkeleton={HeroSkeleton} words={search && (name ?? '')} />
      ) : isParcel(scope) ? (
        <ParcelHome words={search && (name ?? '')} />
      ) : search === undefined ? (
        <Home offers={isHydrated && <HomeOffers />} />
      ) : (
        <Results query={query} />
      )}
    </div>
  )
}
