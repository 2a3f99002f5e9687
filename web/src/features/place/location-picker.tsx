import { useState, type ReactElement, type ReactNode } from 'react'
import { lazyOverlay } from '@/components/lazy'
import type { Place } from '@/lib/scope/scope'

const LocationPanel = lazyOverlay(() => import('./location-panel'), { pending: ({ target }) => target(() => {}) })

/** The button that a picker hangs on; it may say where the order goes now. */
type PickerTarget = (onClick: () => void) => ReactElement

/** Draws a customer's saved addresses; they are another feature's. */
type SavedSlot = (onPick: (place: Place) => void) => ReactNode

export type PickerProps = { target: PickerTarget; saved: SavedSlot }

/** The navbar's picker (LOC-11); what it opens comes when it is first asked for. */
export function LocationPicker({ target, saved }: PickerProps) {
  const [asked, setAsked] = useState(false)
  const button = target(() => setAsked(true))
  if (!asked) return button
  return <LocationPanel target={target} saved={saved} onClose={() => setAsked(false)} />
}
