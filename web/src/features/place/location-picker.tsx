import { lazy, Suspense, useState, type ReactElement } from 'react'

const LocationPanel = lazy(() => import('./location-panel'))

/** The button that a picker hangs on; it may say where the order goes now. */
export type PickerTarget = (onClick: () => void) => ReactElement

/** The navbar's picker (LOC-11); what it opens comes when it is first asked for. */
export function LocationPicker({ target }: { target: PickerTarget }) {
  const [asked, setAsked] = useState(false)
  const button = target(() => setAsked(true))
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <LocationPanel target={target} />
    </Suspense>
  )
}
