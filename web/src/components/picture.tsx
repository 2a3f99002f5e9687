import c from './picture.module.css'

type Props = {
  /** The URL from the API: the middle one of three widths. */
  src: string
  /** Empty for decoration; the item's name for its photo. */
  alt: string
  /** The size of the picture in px, so that the layout does not move when it loads. */
  width: number
  height: number
  /** The shown width, as in CSS: "(width >= 48em) 240px, 50vw". */
  sizes: string
  /** It is part of the first screen. */
  priority?: boolean
  /** contain for art with a transparent background. */
  fit?: 'cover' | 'contain'
}

const widths = [240, 480, 960]
const sized = /-(?:240|480|960)(\.(?:webp|jpg|png))$/

/** Returns the URLs of a picture in its three widths, or undefined for one that is not ours. */
export function srcSet(src: string) {
  if (!sized.test(src)) return undefined
  return widths.map((width) => `${src.replace(sized, `-${width}$1`)} ${width}w`).join(', ')
}

/** A picture that fills its box. Without a URL the box stays empty. */
export function Picture({ src, alt, width, height, sizes, priority = false, fit = 'cover' }: Props) {
  if (src === '') return null
  return (
    <img
      className={c.picture}
      data-fit={fit}
      src={src}
      srcSet={srcSet(src)}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      // A loaded picture must not flicker when the page renders again.
      decoding={priority ? 'sync' : 'async'}
    />
  )
}

/** Prefetches a picture in the width in which it will be shown. */
export function fetchPicture(src: string, sizes: string) {
  if (src === '') return
  const image = new Image()
  image.sizes = sizes
  image.srcset = srcSet(src) ?? ''
  image.src = src
}
