import { useNavigate } from '@tanstack/react-router'
import { useEffect, type ComponentType } from 'react'
import { PlaceInput } from '@/features/place/place-input'
import { RentalHome as Home } from '@/features/rental/rental-home'
import type { BannerView } from '@/lib/api/types.gen'

export { ProviderList } from '@/features/rental/provider-list'

type Props = {
  /** Of the home of other modules. This file must not import them, or they would be files of their own. */
  hero: ComponentType<{ banners: readonly BannerView[] }>
  heroSkeleton: ComponentType
  /** What is searched for; undefined: nothing. */
  words: string | undefined
}

/** The home of rental, in a file of its own: the first route has no room for it. */
export default function RentalHome({ hero: Hero, heroSkeleton: HeroSkeleton, words }: Props) {
  const navigate = useNavigate()
  // The search box of the header finds vehicles here.
  useEffect(() => {
    if (words === undefined) return
    void navigate({ to: '/rental/vehicle-search', search: { search: words || undefined }, replace: true })
  }, [words, navigate])
  if (words !== undefined) return null
  return (
    <Home
      placeInput={(props) => <PlaceInput {...props} />}
      hero={(banners) => <Hero banners={banners} />}
      heroSkeleton={<HeroSkeleton />}
    />
  )
}
