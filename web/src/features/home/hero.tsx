import { IconArrowRight, IconBike } from '@tabler/icons-react'
import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import { Skeleton } from '@/components/loading/skeleton'
import type { BannerView } from '@/lib/api/types.gen'
import { hrefFromText } from '@/lib/page/href'
import c from './hero.module.css'

/** The first banner large, the next two beside it (BRW-01); the others are bands further down. */
export function Hero({ banners }: { banners: readonly BannerView[] }) {
  const [main, ...rest] = banners
  if (!main) return null
  const aside = rest.slice(0, 2)
  return (
    <div className={c.hero} data-alone={aside.length === 0 || undefined}>
      <Main banner={main} />
      {aside.map((banner) => (
        <Small key={banner.id} banner={banner} />
      ))}
    </div>
  )
}

/** Returns the banners that are not in the hero. */
export const bandsOf = (banners: readonly BannerView[]) => banners.slice(3)

function Main({ banner }: { banner: BannerView }) {
  return (
    <article className={c.main} data-style={banner.style}>
      <div className={c.words}>
        {banner.kicker && (
          <p className={c.kicker}>
            <IconBike size={18} aria-hidden className="mirrored" />
            <bdi>{banner.kicker}</bdi>
          </p>
        )}
        <h2 className={c.title}>
          <bdi>{banner.title}</bdi>
        </h2>
        {banner.text && (
          <p className={c.text}>
            <bdi>{banner.text}</bdi>
          </p>
        )}
        <div className={c.buttons}>
          {banner.label && (
            <AppLink href={hrefFromText(banner.link)} className={c.button}>
              <bdi>{banner.label}</bdi>
            </AppLink>
          )}
          {banner.second_label && (
            <AppLink href={hrefFromText(banner.second_link)} className={c.button} data-quiet>
              <bdi>{banner.second_label}</bdi>
            </AppLink>
          )}
        </div>
      </div>
      <div className={c.art}>
        <Picture
          src={banner.image_full_url}
          alt=""
          width={480}
          height={370}
          sizes="(width >= 73.8125em) 400px, (width >= 48em) 44vw, 214px"
          fit="contain"
          priority
        />
      </div>
    </article>
  )
}

/** A small banner. Its link covers the whole card. */
function Small({ banner }: { banner: BannerView }) {
  return (
    <article className={c.small} data-style={banner.style}>
      <div className={c.words}>
        <h2 className={c.title}>
          <AppLink href={hrefFromText(banner.link)} className={c.link}>
            <bdi>{banner.title}</bdi>
          </AppLink>
        </h2>
        {banner.label && (
          <p className={c.label} aria-hidden>
            <bdi>{banner.label}</bdi>
            <IconArrowRight size={18} className="mirrored" />
          </p>
        )}
      </div>
      <div className={c.art}>
        <Picture
          src={banner.image_full_url}
          alt=""
          width={240}
          height={160}
          sizes="(width >= 48em) 220px, 160px"
          fit="contain"
        />
      </div>
    </article>
  )
}

/** A banner across the page. */
export function Band({ banner }: { banner: BannerView }) {
  return (
    <article className={c.band} data-style={banner.style}>
      <div className={c.words}>
        <h2 className={c.title}>
          <bdi>{banner.title}</bdi>
        </h2>
        {banner.text && (
          <p className={c.text}>
            <bdi>{banner.text}</bdi>
          </p>
        )}
        {banner.label && (
          <AppLink href={hrefFromText(banner.link)} className={c.button} data-quiet>
            <bdi>{banner.label}</bdi>
          </AppLink>
        )}
      </div>
      <div className={c.art}>
        <Picture
          src={banner.image_full_url}
          alt=""
          width={480}
          height={250}
          sizes="(width >= 48em) 400px, 60vw"
          fit="contain"
        />
      </div>
    </article>
  )
}

export function HeroSkeleton() {
  return (
    <div className={c.hero} aria-hidden>
      {[c.main, c.small, c.small].map((cell, index) => (
        <div key={index} className={`${cell} ${c.waiting}`}>
          <Skeleton height="100%" radius={28} />
        </div>
      ))}
    </div>
  )
}
