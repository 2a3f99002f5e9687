import { useSyncExternalStore } from 'react'
import type { ZoneView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { lazyPart } from '../lazy'
import { MapMissing } from './map-missing'
import type { MapPin } from './shapes'
import type { MapStart } from './zoom'
import c from './map-view.module.css'

export type MapProps = {
  /** What the map shows, read aloud: "Delivery zones". */
  label: string
  /** The middle of the first view; a later change moves the map there. */
  center: Point
  start: MapStart
  /** Brought into view once the map has begun. */
  fit?: readonly Point[]
  zones?: readonly ZoneView[]
  pins?: readonly MapPin[]
  route?: readonly Point[]
  /** With it the map has a pin in its middle, and tells where that is whenever it rests. */
  onPick?: (middle: Point) => void
  /** In a page that scrolls the wheel and one finger go on scrolling the page. */
  inPage?: boolean
}

// Its own chunk, with the library and its style sheet: only who sees a map fetches one.
const TownMap = lazyPart(() => import('./town-map').then((file) => file.fetchWorker().then(() => file)), {
  pending: () => <Ground />,
  missing: MapMissing,
})

const never = () => () => {}

/**
 * The town's map, filling the box it is put in (MAP-01). A server, and a browser
 * that has not taken the page over yet, draw the empty ground; a device that
 * cannot draw maps gets a sentence.
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
