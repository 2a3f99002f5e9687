import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const glide = 2_000 // ms

/** Returns a number that moves to its new value in steps, or jumps if the device reduces motion. */
export function useAnimatedPoint(target: number) {
  const still = useReducedMotion()
  const [shown, setShown] = useState(target)
  const from = useRef(target)

  useEffect(() => {
    const start = from.current
    let frame = 0
    let began: number | undefined
    const step = (now: number) => {
      began ??= now
      const part = still ? 1 : Math.min((now - began) / glide, 1)
      from.current = start + (target - start) * part
      setShown(from.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target, still])

  return shown
}
