import type { ReactNode } from 'react'
import type { Point } from '@/lib/scope/guards'
import type { Place } from '@/lib/scope/scope'

/** Draws the dialog that picks a place on the map; the feature of places has it, and routes hand it on. */
export type MapDialog = (props: {
  opened: boolean
  /** Where the map begins; without it, at the place in force. */
  from?: Point
  onClose: () => void
  onPlace: (place: Place) => void
}) => ReactNode
