import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lookupZoneOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Point } from '@/lib/scope/guards'
import { useIsRental } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { MapView } from './map-view'
import c from './pin-map.module.css'

const text = defineMessages({
  map: { id: 'pin_map.map', defaultMessage: 'The address on the map. Arrow keys move it under the pin.' },
  hint: { id: 'pin_map.hint', defaultMessage: 'Move the map until the pin stands on your door.' },
  outside: { id: 'pin_map.outside', defaultMessage: 'We do not deliver here yet. Please move the pin back.' },
  outsideRental: {
    id: 'pin_map.outside_rental',
    defaultMessage: 'Pickup is not possible here yet. Please move the pin back.',
  },
})

type Props = { point: Point; onMove: (point: Point) => void }

/** A map with the pin of an address in its middle. Moving the map moves the pin, but the text of the address stays. */
export function PinMap({ point, onMove }: Props) {
  const { formatMessage: t } = useIntl()
  // The map does not move to a point that it has reported itself. For any other point, such as after Reset, it starts again.
  const [at, setAt] = useState({ center: point, pin: point, nth: 0 })
  if (!isSame(point, at.pin)) setAt({ center: point, pin: point, nth: at.nth + 1 })
  const moved = (middle: Point) => {
    if (isSame(middle, at.pin)) return
    const pin = { lat: digits(middle.lat), lng: digits(middle.lng) }
    setAt({ ...at, pin })
    onMove(pin)
  }
  const isMoved = at.pin !== at.center
  const { data } = useQuery({ ...lookupZoneOptions({ query: at.pin }), enabled: isMoved })
  const isOutside = isMoved && data?.zone_ids.length === 0
  // In rental every text that elsewhere says delivery says pickup (HDR-09).
  const outside = useIsRental() ? text.outsideRental : text.outside
  return (
    <div>
      <div className={c.map}>
        <MapView key={at.nth} label={t(text.map)} center={at.center} start="point" onPick={moved} inPage />
      </div>
      <p className={isOutside ? `${c.hint} ${c.outside}` : c.hint} role="status">
        <FormattedMessage {...(isOutside ? outside : text.hint)} />
      </p>
    </div>
  )
}

/** Rounds to six decimals of a degree, about ten centimetres. */
const digits = (degrees: number) => Number(degrees.toFixed(6))

const isSame = (a: Point, b: Point) => Math.abs(a.lat - b.lat) < 2e-6 && Math.abs(a.lng - b.lng) < 2e-6
