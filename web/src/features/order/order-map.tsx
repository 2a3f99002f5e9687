import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { DirectionsLink } from '@/components/map/directions-link'
import { MapView } from '@/components/map/map-view'
import type { MapPin } from '@/components/map/shapes'
import type { PointView, TrackingView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useAnimatedPoint } from './use-glide'
import { pointAlong } from './point-along'
import c from './order-map.module.css'

const text = defineMessages({
  map: { id: 'order_map.map', defaultMessage: 'Map of the way from the store to you' },
  storeMap: { id: 'order_map.store_map', defaultMessage: 'Map of the store' },
  store: { id: 'order_map.store', defaultMessage: 'The store' },
  door: { id: 'order_map.door', defaultMessage: 'Your address' },
  rider: { id: 'order_map.rider', defaultMessage: '{name}, your rider' },
})

const pointOf = ({ lat, lng }: PointView): Point => ({ lat, lng })

/** A map with the route to the door and the rider; for take-away with the store. */
export function OrderMap({ tracking }: { tracking: TrackingView }) {
  const { formatMessage: t } = useIntl()
  const { point: here } = useScope()
  const { store_point, destination_point, route, rider } = tracking
  const riderPoint = useRiderPoint(tracking)
  const store = pointOf(store_point)
  const door = destination_point && pointOf(destination_point)

  const pins: MapPin[] = [{ id: 'store', kind: 'store', point: store, label: t(text.store) }]
  if (door) pins.push({ id: 'door', kind: 'place', point: door, label: t(text.door) })
  if (riderPoint && rider) {
    pins.push({ id: 'rider', kind: 'rider', point: riderPoint, label: t(text.rider, { name: rider.name }) })
  }
  // For a delivery the directions lead from the store to the door, for take-away to the store.
  const way = door ? { origin: store, destination: door } : here && { origin: here, destination: store }
  return (
    <div>
      <div className={c.map}>
        <MapView
          label={t(door ? text.map : text.storeMap)}
          center={store}
          start={door ? 'delivery' : 'point'}
          fit={door ? [store, door, ...route] : undefined}
          pins={pins}
          route={route}
          inPage
        />
      </div>
      {way && <DirectionsLink {...way} />}
    </div>
  )
}

/** Returns the rider's point on the map. It moves along the route instead of a straight line. */
function useRiderPoint({ rider, route }: TrackingView): Point | undefined {
  const progress = useAnimatedPoint(rider?.progress ?? 0)
  return useMemo(() => rider?.point && (pointAlong(route, progress) ?? pointOf(rider.point)), [rider, route, progress])
}
