import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { NewsView } from '@/lib/api/types.gen'
import { fetchAgain } from '@/lib/requests/fetch-again'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { messagesKey, type ConversationApi } from './conversation-api'

type Stream = { url: string; event: string; isOn?: boolean }

/**
 * Follows the conversations of the caller by the stream that the page has anyway, and fetches
 * again what it says has changed. After a lost connection everything on the page is fetched
 * again. Returns false while the connection is lost.
 */
export function useConversationNews(api: ConversationApi, stream: Stream) {
  const queryClient = useQueryClient()
  const heard = useRef(new Map<number, string>())
  const counted = useRef('')
  const isLive = useEventStream<{ chat: NewsView }>({
    ...stream,
    onState: ({ chat }) => {
      const changed = chat.conversations.filter((one) => heard.current.get(one.id) !== JSON.stringify(one))
      for (const one of changed) {
        heard.current.set(one.id, JSON.stringify(one))
        void fetchAgain(queryClient, { queryKey: messagesKey(api, one.id) })
      }
      // The event has the latest conversations. Of an older one the counts say that it has changed.
      const counts = JSON.stringify([chat.unread, chat.reported])
      if (changed.length > 0 || counts !== counted.current)
        void fetchAgain(queryClient, { queryKey: ['conversations', api.prefix] })
      counted.current = counts
    },
  })
  const wasLive = useRef(true)
  const catchUp = useEffectEvent(() => {
    for (const queryKey of [
      ['conversation', api.prefix],
      ['conversations', api.prefix],
    ])
      void fetchAgain(queryClient, { queryKey })
  })
  useEffect(() => {
    if (isLive && !wasLive.current) catchUp()
    wasLive.current = isLive
  }, [isLive])
  return isLive
}
