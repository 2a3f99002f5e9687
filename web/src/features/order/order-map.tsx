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
  parcelMap: { id: 'order_map.parcel_map', defaultMessage: 'Map of the way of your parcel' },
  pickup: { id: 'order_map.pickup', defaultMessage: 'Picked up here' },
  destination: { id: 'order_map.destination', defaultMessage: 'Brought here' },
  rider: { id: 'order_map.rider', defaultMessage: '{name}, your rider' },
})

const pointOf = ({ lat, lng }: PointView): Point => ({ lat, lng })

/**
 * A map with the route to the door and the rider; for take-away with the store, for a parcel from its sender.
 * Whoever gets a parcel sees its door and, once it was picked up, the rider.
 */
export function OrderMap({ tracking }: { tracking: TrackingView }) {
  const { formatMessage: t } = useIntl()
  const { point: here } = useScope()
  const { store_point, destination_point, route, no_route, rider } = tracking
  const riderPoint = useRiderPoint(tracking)
  const isParcel = tracking.order_type === 'parcel'
  const store = store_point && pointOf(store_point)
  const door = destination_point && pointOf(destination_point)
  // Without a way between them the door is shown alone (MAP-02).
  const from = no_route ? undefined : store
  const center = from ?? door
  if (!center) return null

  const pins: MapPin[] = []
  if (from) pins.push({ id: 'store', kind: 'store', point: from, label: t(isParcel ? text.pickup : text.store) })
  if (door) pins.push({ id: 'door', kind: 'place', point: door, label: t(isParcel ? text.destination : text.door) })
  if (riderPoint && rider) {
    pins.push({ id: 'rider', kind: 'rider', point: riderPoint, label: t(text.rider, { name: rider.name }) })
  }
  return (
    <div>
      <div className={c.map}>
        <MapView
          // A map is fitted once: for a follower it starts again with the rider.
          key={from || !rider?.point ? 'place' : 'rider'}
          label={t(isParcel ? text.parcelMap : door ? text.map : text.storeMap)}
          center={center}
          start={from && door ? 'delivery' : 'point'}
          fit={fitOf(from, door, route, rider?.point)}
          pins={pins}
          route={route}
          inPage
        />
      </div>
      <Directions store={store} door={door} here={here} />
    </div>
  )
}

/** Returns what the map zooms to; undefined: it shows one point alone. */
function fitOf(store: Point | undefined, door: Point | undefined, route: readonly Point[], rider?: PointView) {
  if (!door) return undefined
  if (store) return [store, door, ...route]
  return rider && [pointOf(rider), door]
}

type DirectionsProps = Partial<Record<'store' | 'door' | 'here', Point>>

/** For a delivery the directions lead from the store to the door, for take-away to the store. */
function Directions({ store, door, here }: DirectionsProps) {
  const from = door ? store : here
  const to = door ?? store
  return from && to && <DirectionsLink origin={from} destination={to} />
}

/** Returns the rider's point on the map. Once the order is on its way it moves along the route instead of a straight line. */
function useRiderPoint({ order_status, rider, route }: TrackingView): Point | undefined {
  const progress = useAnimatedPoint(rider?.progress ?? 0)
  const isOnTheWay = order_status === 'picked_up'
  return useMemo(
    () => rider?.point && ((isOnTheWay && pointAlong(route, progress)) || pointOf(rider.point)),
    [isOnTheWay, rider, route, progress],
  )
}
