import { createFileRoute } from '@tanstack/react-router'
import { lazyPart } from '@/components/loading/lazy'
import { Hero, HeroSkeleton } from '@/features/home/hero'
import { Home } from '@/features/home/home'
import { fetchHome } from '@/features/home/home-queries'
import { readResultsQuery } from '@/features/search/results-query'
import { useHydrated } from '@/lib/page/use-hydrated'
import { currentScope } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import { adoptModuleOfLink } from './-adopt-module'
import { moduleTypeInForce } from './-module-in-force'
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
  loader: async ({ context, deps }) => {
    const type = await moduleTypeInForce(context)
    if (type === 'rental') await loadRental()
    else if (type === 'parcel') await loadParcel()
    else if (deps.isSearch) await loadResults()
    else fetchHome(context.queryClient, currentScope())
  },
  component: HomePage,
})

/** The home of the module, or the results of the search in the URL (BRW-02). */
function HomePage() {
  const query = Route.useSearch()
  const { search, name, id } = query
  // It is not among what the first view is rendered from.
  const isHydrated = useHydrated()
  const type = useModuleType()
  return (
    <div className={c.page}>
      {type === 'rental' ? (
        <RentalHome hero={Hero} heroSkeleton={HeroSkeleton} words={search && (name ?? '')} categoryId={id} />
      ) : type === 'parcel' ? (
        <ParcelHome words={search && (name ?? '')} />
      ) : search === undefined ? (
        <Home offers={isHydrated && <HomeOffers />} />
      ) : (
        <Results query={query} />
      )}
    </div>
  )
}
