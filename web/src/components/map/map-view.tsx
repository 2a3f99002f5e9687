import { useSyncExternalStore } from 'react'
import type { ZoneView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { lazyPart } from '@/components/loading/lazy'
import { MapMissing } from './map-missing'
import type { MapPin } from './shapes'
import type { MapStart } from './zoom'
import c from './map-view.module.css'

export type MapProps = {
  /** The accessible name: "Delivery zones". */
  label: string
  /** The middle of the first view; a later change moves the map there. With onPick, another object is a change. */
  center: Point
  start: MapStart
  /** Points to which the map zooms after its start. */
  fit?: readonly Point[]
  zones?: readonly ZoneView[]
  pins?: readonly MapPin[]
  route?: readonly Point[]
  /** With it the map has a pin in its middle. Called with the middle whenever the map stops moving. */
  onPick?: (middle: Point) => void
  /** The map is in a scrolling page: the wheel and one finger scroll the page, not the map. */
  inPage?: boolean
}

// A separate chunk with the library and its style sheet, which is fetched only for a map.
const TownMap = lazyPart(() => import('./town-map').then((file) => file.fetchWorker().then(() => file)), {
  pending: () => <Ground />,
  missing: MapMissing,
})

const never = () => () => {}

/**
 * The town's map, which fills its box (MAP-01). On the server and during hydration it is
 * the empty ground. A device that cannot render maps shows a sentence.
 */
export function MapView(props: MapProps) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isHydrated ? <TownMap {...props} /> : <Ground />
}

const Ground = () => <div className={c.ground} data-loading="" />
