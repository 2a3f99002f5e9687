import { useEffect, useRef, useState, type ReactNode } from 'react'

const unseen = 120 // ms before a skeleton shows; skeleton.module.css has the same
const atLeast = 300 // ms it then stays, or it would only flicker

/**
 * Shows the skeleton while pending. One that was seen stays a moment, so that
 * nothing flickers; an answer that was there from the start shows at once.
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
  return useHeld(pending) ? skeleton : children
}

function useHeld(pending: boolean) {
  const [held, setHeld] = useState(pending)
  const since = useRef(0)
  if (pending && !held) setHeld(true)

  useEffect(() => {
    if (pending) {
      since.current = performance.now()
      return undefined
    }
    const shown = performance.now() - since.current
    const rest = shown < unseen ? 0 : Math.max(0, unseen + atLeast - shown)
    const timer = setTimeout(() => setHeld(false), rest)
    return () => clearTimeout(timer)
  }, [pending])

  return held
}
