import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still mounted, for responses that may arrive later. */
export function useMounted(): RefObject<boolean> {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}
