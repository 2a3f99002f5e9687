import { useCallback, useState } from 'react'

/**
 * Returns a ref for an element, and whether it has come near the screen. Never near
 * on the server; near at once where IntersectionObserver is missing.
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
