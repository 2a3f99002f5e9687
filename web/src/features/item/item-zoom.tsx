import 'yet-another-react-lightbox/styles.css'
import { useDirection } from '@mantine/core'
import { useIntl } from 'react-intl'
import Lightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { useBackCloses } from '@/components/overlay/use-back-closes'
import { defineMessages } from '@/lib/text/messages'
import { picturesOf, zoomOf, type Pictured } from './item-gallery'

const text = defineMessages({
  close: { id: 'item.zoom_close', defaultMessage: 'Close' },
  next: { id: 'item.zoom_next', defaultMessage: 'Next picture' },
  previous: { id: 'item.zoom_previous', defaultMessage: 'Previous picture' },
  in: { id: 'item.zoom_in', defaultMessage: 'Zoom in' },
  out: { id: 'item.zoom_out', defaultMessage: 'Zoom out' },
  slide: { id: 'item.zoom_slide', defaultMessage: 'Picture' },
  pictures: { id: 'item.zoom_pictures', defaultMessage: 'Enlarged pictures' },
})

type Props = {
  item: Pictured
  /** The index of the open picture; undefined: none. */
  index: number | undefined
  onClose: () => void
}

const largest = (src: string) => src.replace(/-480(\.\w+)$/, '-960$1')

/** The full-screen view of the pictures, up to 1200 by 1800 (ITEM-01). */
export default function ItemZoom({ item, index, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const { dir } = useDirection()
  useBackCloses(index !== undefined, onClose)
  const slides = picturesOf(item).map((src) => {
    const zoom = zoomOf(src, item)
    return zoom
      ? { src: zoom, width: 1200, height: 1800, alt: item.name }
      : { src: largest(src), width: 960, height: 720, alt: item.name }
  })
  // The gallery does not support right-to-left, so the order of the pictures is reversed there.
  const isMirrored = dir === 'rtl'
  const at = index ?? 0
  return (
    <Lightbox
      open={index !== undefined}
      close={onClose}
      index={isMirrored ? slides.length - 1 - at : at}
      slides={isMirrored ? slides.toReversed() : slides}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      render={slides.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
      labels={{
        Close: t(text.close),
        Next: t(isMirrored ? text.previous : text.next),
        Previous: t(isMirrored ? text.next : text.previous),
        'Zoom in': t(text.in),
        'Zoom out': t(text.out),
        Slide: t(text.slide),
        Carousel: t(text.pictures),
        'Photo gallery': item.name,
        Lightbox: t(text.pictures),
      }}
    />
  )
}
