import type { ReactNode } from 'react'
import type { Place } from './scope'

/** Draws the dialog that picks a place on the map; the feature of places has it, and routes hand it on. */
export type MapDialog = (props: { opened: boolean; onClose: () => void; onPlace: (place: Place) => void }) => ReactNode
