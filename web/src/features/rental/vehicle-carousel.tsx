import { useDirection } from '@mantine/core'
import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState, type CSSProperties, type FocusEvent } from 'react'
import { useIntl } from 'react-intl'
import { Picture } from '@/components/picture'
import { defineMessages } from '@/lib/text/messages'
import c from './vehicle-carousel.module.css'

const text = defineMessages({
  pictures: { id: 'carousel.pictures', defaultMessage: 'Pictures of {name}' },
  picture: { id: 'carousel.picture', defaultMessage: '{name}, picture {n} of {total}' },
  previous: { id: 'carousel.previous', defaultMessage: 'Previous picture' },
  next: { id: 'carousel.next', defaultMessage: 'Next picture' },
  pause: { id: 'carousel.pause', defaultMessage: 'Pause the pictures' },
  play: { id: 'carousel.play', defaultMessage: 'Play the pictures' },
})

const autoplay = 4000 // ms until the next picture
const speed = 800 // ms of a change

type Props = { name: string; pictures: readonly string[]; sizes: string; priority?: boolean }

/**
 * The pictures of a vehicle, which change by themselves (RNT-03). They stop under the mouse, while
 * a button in them has the focus, in a hidden tab, by the pause button, and if the
 * device asks for less motion.
 */
export function VehicleCarousel({ name, pictures, sizes, priority }: Props) {
  const { formatMessage: t } = useIntl()
  const { dir } = useDirection()
  const total = pictures.length
  const { current, step, runs, isStill, isPaused, setPaused, setHeld } = useSlideshow(total)
  const release = ({ currentTarget, relatedTarget }: FocusEvent) =>
    !currentTarget.contains(relatedTarget) && setHeld(false)

  return (
    // The mouse and the focus only pause it; what acts are its buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions
    <section
      className={c.carousel}
      aria-label={t(text.pictures, { name })}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <ul
        className={c.strip}
        aria-live={runs ? 'off' : 'polite'}
        style={
          {
            '--slide-at': `${(dir === 'rtl' ? 1 : -1) * current * 100}%`,
            '--slide-speed': isStill ? '0s' : `${speed}ms`,
          } as CSSProperties
        }
      >
        {pictures.map((src, index) => (
          <li key={src} className={c.slide} aria-hidden={index !== current}>
            <Picture
              src={src}
              alt={total > 1 ? t(text.picture, { name, n: index + 1, total }) : name}
              width={960}
              height={720}
              sizes={sizes}
              priority={priority && index === 0}
            />
          </li>
        ))}
      </ul>
      {total > 1 && (
        <div className={c.buttons}>
          <button type="button" className={c.button} aria-label={t(text.previous)} onClick={() => step(-1)}>
            <IconChevronLeft size={20} className="mirrored" />
          </button>
          {!isStill && (
            <button
              type="button"
              className={c.button}
              aria-label={t(isPaused ? text.play : text.pause)}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
            </button>
          )}
          <button type="button" className={c.button} aria-label={t(text.next)} onClick={() => step(1)}>
            <IconChevronRight size={20} className="mirrored" />
          </button>
        </div>
      )}
    </section>
  )
}

/** Which picture is shown, and whether the next one follows by itself. */
function useSlideshow(total: number) {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const isVisible = useDocumentVisibility() === 'visible'
  const [current, setCurrent] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const step = (by: number) => setCurrent((at) => (at + by + total) % total)
  const runs = total > 1 && !isStill && !isPaused && !isHeld && isVisible

  useEffect(() => {
    if (!runs) return undefined
    const timer = setTimeout(() => setCurrent((at) => (at + 1) % total), autoplay)
    return () => clearTimeout(timer)
  }, [runs, current, total])
  return { current, step, runs, isStill, isPaused, setPaused, setHeld }
}
