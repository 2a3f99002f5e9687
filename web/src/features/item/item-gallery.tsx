import { IconZoomIn } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Picture, srcSet } from '@/components/picture'
import type { ItemView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './item-gallery.module.css'

const text = defineMessages({
  pictures: { id: 'item.pictures', defaultMessage: 'Pictures of {name}' },
  zoom: { id: 'item.zoom', defaultMessage: 'Enlarge the picture of {name}' },
  show: { id: 'item.show_picture', defaultMessage: 'Picture {n}' },
  count: { id: 'item.picture_count', defaultMessage: '{n} / {total}' },
})

export type Pictured = Pick<
  ItemView,
  'name' | 'image_full_url' | 'images_full_url' | 'zoom_full_url' | 'zooms_full_url'
>

/** Returns all pictures of an item without duplicates, the main one first. */
export const picturesOf = ({
  image_full_url,
  images_full_url,
}: Pick<ItemView, 'image_full_url' | 'images_full_url'>) => [
  ...new Set([image_full_url, ...images_full_url].filter((src) => src !== '')),
]

/** Returns the URL of the large picture. The first one's is already in the item of a list. */
export function zoomOf(src: string, { images_full_url, zoom_full_url, zooms_full_url }: Pictured) {
  return (zooms_full_url ?? [zoom_full_url])[images_full_url.indexOf(src)]
}

type Props = {
  item: Pictured
  /** tall: one side of a dialog; wide: 4:3 on a page. */
  shape: 'tall' | 'wide'
  /** Opens the large picture at the index. */
  onZoom: (index: number) => void
}

/** Pictures side by side that can be swiped. Thumbnails choose one; on phones a count shows the position (ITEM-01). */
export function ItemGallery({ item, shape, onZoom }: Props) {
  const { formatMessage: t } = useIntl()
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const pictures = picturesOf(item)

  const show = (index: number) => {
    setCurrent(index)
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'smooth' })
  }
  const follow = () => {
    const list = strip.current
    // In right-to-left text scrollLeft is negative.
    if (list && list.clientWidth > 0) setCurrent(Math.round(Math.abs(list.scrollLeft) / list.clientWidth))
  }

  return (
    <div className={c.gallery} data-shape={shape}>
      <ul ref={strip} className={c.strip} onScrollEnd={follow} aria-label={t(text.pictures, { name: item.name })}>
        {pictures.map((src, index) => (
          <li key={src} className={c.slide}>
            <button
              type="button"
              className={c.open}
              aria-label={t(text.zoom, { name: item.name })}
              onClick={() => onZoom(index)}
            >
              <Slide src={src} zoom={zoomOf(src, item)} shape={shape} first={index === 0} />
            </button>
          </li>
        ))}
      </ul>
      <span className={c.hint} aria-hidden>
        <IconZoomIn size={20} />
      </span>
      {pictures.length > 1 && (
        <>
          <div className={c.count}>
            <Badge tone="glass">
              <bdi className="num">
                <FormattedMessage {...text.count} values={{ n: current + 1, total: pictures.length }} />
              </bdi>
            </Badge>
          </div>
          <ul className={c.thumbs}>
            {pictures.map((src, index) => (
              <li key={src}>
                <button
                  type="button"
                  className={c.thumb}
                  aria-label={t(text.show, { n: index + 1 })}
                  aria-current={index === current || undefined}
                  onClick={() => show(index)}
                >
                  <Picture src={src} alt="" width={60} height={60} sizes="60px" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type SlideProps = { src: string; zoom?: string; shape: Props['shape']; first: boolean }

/** One picture. If the box is taller than the picture, the colours of its upper and lower edge fill the rest. */
function Slide({ src, zoom, shape, first }: SlideProps) {
  const isTall = shape === 'tall'
  const sizes = isTall ? '(width >= 48em) 560px, 100vw' : '(width >= 73.8125em) 600px, 100vw'
  return (
    <>
      {isTall &&
        !zoom &&
        (['top', 'bottom'] as const).map((edge) => (
          <span key={edge} className={c.ground} data-edge={edge}>
            <img src={src} srcSet={srcSet(src)} sizes="60px" alt="" width={60} height={60} />
          </span>
        ))}
      <picture className={c.picture} data-whole={(isTall && !zoom) || undefined}>
        {isTall && zoom && <source media="(width >= 48em)" srcSet={zoom} />}
        <Picture src={src} alt="" width={960} height={720} sizes={sizes} priority={first} />
      </picture>
    </>
  )
}
