import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConversationApi } from './conversation-api'

/** An image that is uploaded, and its file to show it. */
type Chosen = { id: string; file: Blob }

type Written = { text: string; images: readonly Chosen[] }

const nothing: Written = { text: '', images: [] }

/**
 * What is written in a conversation and not sent yet. Like the outbox it is in the query cache, so it outlives the
 * page and ends with the session. An image may arrive after the conversation was left.
 */
export function useWritten(api: ConversationApi, id: number) {
  const queryClient = useQueryClient()
  const queryKey = ['written', api.prefix, id]
  const { data: kept } = useQuery<Written>({
    queryKey,
    queryFn: () => queryClient.getQueryData<Written>(queryKey) ?? nothing,
    initialData: nothing,
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { ofSession: true },
  })
  // The cache reports a change later. A field whose text lags behind its keys loses the cursor.
  const [text, setText] = useState(kept.text)
  const change = (edit: (now: Written) => Written) =>
    queryClient.setQueryData<Written>(queryKey, (now = nothing) => edit(now))
  const write = (next: string) => {
    setText(next)
    change((now) => ({ ...now, text: next }))
  }
  return {
    text,
    images: kept.images,
    write,
    addImage: (image: Chosen) => change((now) => ({ ...now, images: [...now.images, image] })),
    removeImage: (key: string) => change((now) => ({ ...now, images: now.images.filter((one) => one.id !== key) })),
    clear: () => {
      setText('')
      change(() => nothing)
    },
  }
}
