import type { ComponentType } from 'react'
import { PlaceInput } from '@/features/place/place-input'
import { RentalHome as Home } from '@/features/rental/rental-home'
import type { BannerView } from '@/lib/api/types.gen'

type Props = {
  /** Of the home of other modules. This file must not import them, or they would be files of their own. */
  hero: ComponentType<{ banners: readonly BannerView[] }>
  heroSkeleton: ComponentType
}

/** The home of rental, in a file of its own: the first route has no room for it. */
export default function RentalHome({ hero: Hero, heroSkeleton: HeroSkeleton }: Props) {
  return (
    <Home
      placeInput={(props) => <PlaceInput {...props} />}
      hero={(banners) => <Hero banners={banners} />}
      heroSkeleton={<HeroSkeleton />}
    />
  )
}
