import { useEffect, useState, type RefObject } from 'react'

type ScrollRoom = { back: boolean; on: boolean }

const slack = 2 // px, because browsers round

/** Returns in which directions a list can be scrolled. Updates when it scrolls, and when its size or contents change. */
export function useScrollRoom(list: RefObject<HTMLElement | null>, content: unknown): ScrollRoom {
  const [room, setRoom] = useState<ScrollRoom>({ back: false, on: true })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => {
      const at = Math.abs(element.scrollLeft) // below zero in right-to-left text
      const back = at > slack
      const on = at < element.scrollWidth - element.clientWidth - slack
      setRoom((before) => (before.back === back && before.on === on ? before : { back, on }))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [list, content])
  return room
}
