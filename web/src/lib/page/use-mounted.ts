import { useEffect, useRef, type RefObject } from 'react'

/** Whether what uses it is still on the page: for answers that may come when it has gone. */
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
