import { useRef, useState } from 'react'
import type { StaffStatesView } from '@/lib/api/types.gen'
import { useEventStream } from '@/lib/requests/use-event-stream'

/**
 * How many conversations wait for an answer, and for an admin how many reports; undefined
 * until it is known. onNews is called when another message has come.
 */
export function useWaitingMessages(isOn: boolean, onNews: () => void) {
  const [count, setCount] = useState<number>()
  const known = useRef<number>(undefined)
  useEventStream<StaffStatesView>({
    url: '/staff/events',
    event: 'orders',
    isOn,
    onState: ({ chat }) => {
      setCount(chat.unread + (chat.reported ?? 0))
      const newest = chat.conversations.reduce((sum, { unread }) => sum + unread, 0)
      if (known.current !== undefined && newest > known.current) onNews()
      known.current = newest
    },
  })
  return count
}
