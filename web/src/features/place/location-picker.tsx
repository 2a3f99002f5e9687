import { useState, type ReactElement, type ReactNode } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import type { Place } from '@/lib/scope/scope'

const LocationPanel = lazyOverlay(() => import('./location-panel'), { pending: ({ target }) => target(() => {}) })

/** Renders the button that opens the picker; its text may be the current place. */
type PickerTarget = (onClick: () => void) => ReactElement

/** Renders a customer's saved addresses, which belong to another feature. */
type SavedSlot = (onPick: (place: Place) => void) => ReactNode

export type PickerProps = { target: PickerTarget; saved: SavedSlot }

/** The location picker of the navbar (LOC-11). Its panel is loaded when it is first opened. */
export function LocationPicker({ target, saved }: PickerProps) {
  const [asked, setAsked] = useState(false)
  const button = target(() => setAsked(true))
  if (!asked) return button
  return <LocationPanel target={target} saved={saved} onClose={() => setAsked(false)} />
}
