import { useEffect, useState } from 'react'

/**
 * Leaves the shop for a page such as a gateway's. isLeaving stays true until the browser
 * shows this page again, from its memory.
 */
export function useLeave() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const leave = (url: string) => {
    setLeaving(true)
    leaveFor(url)
  }
  return { isLeaving, leave }
}

/** Opens a URL outside of the storefront in this tab. */
export const leaveFor = (url: string) => window.location.assign(url)
