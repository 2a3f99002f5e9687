import type { ReactNode } from 'react'
import type { Point } from '@/lib/scope/guards'
import type { Place } from '@/lib/scope/scope'

/** Renders the dialog for picking a place on the map. The place feature implements it, and routes pass it on. */
export type MapDialog = (props: {
  opened: boolean
  /** The map's first centre; default: the current place. */
  from?: Point
  onClose: () => void
  onPlace: (place: Place) => void
}) => ReactNode
