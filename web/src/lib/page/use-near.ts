import { useCallback, useState } from 'react'

/**
 * Tells once that an element has come near the screen. The ref goes on it; a
 * server, and a browser without observers of its own, see it as far away and
 * near in turn.
 */
export function useNearViewport(margin = '600px') {
  const [isNear, setNear] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined
      if (typeof IntersectionObserver === 'undefined') {
        setNear(true)
        return undefined
      }
      const observer = new IntersectionObserver(
        (entries) => entries.some((one) => one.isIntersecting) && setNear(true),
        {
          rootMargin: margin,
        },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [margin],
  )
  return [ref, isNear] as const
}
