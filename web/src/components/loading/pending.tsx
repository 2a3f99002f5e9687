import { useEffect, useRef, useState, type ReactNode } from 'react'

const unseen = 120 // ms before a skeleton is shown; skeleton.module.css has the same value
const minShown = 300 // ms that it stays then, so that it does not flicker

/**
 * Shows the skeleton while pending. A visible one stays a moment, so that nothing
 * flickers. Data that was there from the start is shown at once.
 */
export function Pending({
  pending,
  skeleton,
  children,
}: {
  pending: boolean
  skeleton: ReactNode
  children: ReactNode
}) {
  return useMinimumTime(pending) ? skeleton : children
}

function useMinimumTime(pending: boolean) {
  const [held, setHeld] = useState(pending)
  const since = useRef(0)
  if (pending && !held) setHeld(true)

  useEffect(() => {
    if (pending) {
      since.current = performance.now()
      return undefined
    }
    const shown = performance.now() - since.current
    const rest = shown < unseen ? 0 : Math.max(0, unseen + minShown - shown)
    const timer = setTimeout(() => setHeld(false), rest)
    return () => clearTimeout(timer)
  }, [pending])

  return held
}
