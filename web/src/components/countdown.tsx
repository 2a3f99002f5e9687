import { useEffect } from 'react'
import { useNow } from '@/lib/text/use-now'

/** Whole seconds as 02:14:09; hours only grow. */
export function clockText(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

type Props = {
  /** Unix milliseconds. */
  until: number
  onEnd?: () => void
}

/** Runs down to zero and tells of it once. Before the page runs, an unseen text keeps its place. */
export function Countdown({ until, onEnd }: Props) {
  const now = useNow(1000)
  const left = now === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
  const ended = left === 0
  useEffect(() => {
    if (ended) onEnd?.()
  }, [ended, onEnd])
  return (
    <bdi className="num" style={left === undefined ? { visibility: 'hidden' } : undefined}>
      {clockText(left ?? 0)}
    </bdi>
  )
}
