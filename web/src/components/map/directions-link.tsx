import { IconExternalLink, IconRoute } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { Point } from '@/lib/scope/guards'
import { defineMessages } from '@/lib/text/messages'
import c from './directions-link.module.css'

const text = defineMessages({
  directions: { id: 'map.directions', defaultMessage: 'Directions' },
  elsewhere: { id: 'map.opens_maps', defaultMessage: 'opens a maps service' },
})

/** Returns the URL of a maps service with the route to a point (MAP-02). */
function directionsUrl(origin: Point | undefined, destination: Point) {
  const url = new URL('https://www.google.com/maps/dir/')
  url.searchParams.set('api', '1')
  if (origin) url.searchParams.set('origin', `${origin.lat},${origin.lng}`)
  url.searchParams.set('destination', `${destination.lat},${destination.lng}`)
  return url.href
}

type Props = {
  /** undefined: where the device is. */
  origin?: Point
  destination: Point
}

export function DirectionsLink({ origin, destination }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <a className={c.link} href={directionsUrl(origin, destination)} target="_blank" rel="noopener noreferrer">
      <IconRoute size={20} aria-hidden />
      {t(text.directions)}
      <span className="sr"> ({t(text.elsewhere)})</span>
      <IconExternalLink size={16} aria-hidden />
    </a>
  )
}
