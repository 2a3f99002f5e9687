import type { ReactNode } from 'react'
import type { Point } from '@/lib/scope/guards'

/** A place that was chosen for something, without becoming the current one. */
export type PickedPlace = { location: string; point: Point }

/** Renders a field for choosing a place. The place feature implements it, and routes pass it on. */
export type PlaceInput = (props: {
  label: string
  placeholder: string
  value: PickedPlace | undefined
  /** undefined: the field was emptied. */
  onChange: (place: PickedPlace | undefined) => void
  /** Called with whether the field holds a text for which no place was picked. */
  onUnpicked?: (isUnpicked: boolean) => void
  /** Offered while nothing is typed. */
  recent?: readonly PickedPlace[]
  error?: ReactNode
}) => ReactNode
