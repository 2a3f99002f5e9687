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
  /** Whose vehicles a link to results shows; then the words are its name. */
  categoryId: number | undefined
}

/** The home of rental, in a file of its own: the first route has no room for it. */
export default function RentalHome({ hero: Hero, heroSkeleton: HeroSkeleton, words, categoryId }: Props) {
  const navigate = useNavigate()
  // The results of rental are on a page of their own (BRW-02).
  useEffect(() => {
    if (words === undefined) return
    const search = categoryId === undefined ? { search: words || undefined } : { categoryId }
    void navigate({ to: '/rental/vehicle-search', search, replace: true })
  }, [words, categoryId, navigate])
  if (words !== undefined) return null
  return (
    <Home
      placeInput={(props) => <PlaceInput {...props} />}
      hero={(banners) => <Hero banners={banners} />}
      heroSkeleton={<HeroSkeleton />}
    />
  )
}
