import c from './picture.module.css'

type Props = {
  /** As the API gives it: the middle one of three widths. */
  src: string
  /** Empty for decoration; a product's photo says the product's name. */
  alt: string
  /** The picture's own box in px, so that nothing jumps when it arrives. */
  width: number
  height: number
  /** How wide it is shown, as in CSS: "(width >= 48em) 240px, 50vw". */
  sizes: string
  /** The picture that the first screen waits for. */
  priority?: boolean
  /** contain for cut-out art on its own ground. */
  fit?: 'cover' | 'contain'
}

const widths = [240, 480, 960]
const sized = /-(?:240|480|960)(\.(?:webp|jpg|png))$/

/** The addresses of one picture in its three widths; undefined for a foreign one. */
export function srcSet(src: string) {
  if (!sized.test(src)) return undefined
  return widths.map((width) => `${src.replace(sized, `-${width}$1`)} ${width}w`).join(', ')
}

/** A picture that fills its box; an empty address leaves the box's ground. */
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
      // A picture that is already loaded must not flicker when the page renders again.
      decoding={priority ? 'sync' : 'async'}
    />
  )
}

/** Fetches a picture before it is shown, in the width that it will have. */
export function fetchPicture(src: string, sizes: string) {
  if (src === '') return
  const image = new Image()
  image.sizes = sizes
  image.srcset = srcSet(src) ?? ''
  image.src = src
}
