import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ConversationView, MessageView } from '@/lib/api/types.gen'
import { fetchAgain } from '@/lib/requests/fetch-again'
import { messagesKey, type ConversationApi } from './conversation-api'

export type Thread = {
  conversation: ConversationView
  /** In the order of their numbers, without gaps. */
  messages: MessageView[]
  /** There are older ones. */
  hasOlder: boolean
}

const pageSize = 50

/** Joins two lists of messages by their numbers: what came twice is there once. */
export function joined(known: readonly MessageView[], more: readonly MessageView[]) {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/**
 * The messages of a conversation. Fetched again, it asks only for those after the last that
 * is here, however many they are, so that nothing is missed after a lost connection.
 */
export function useMessages(api: ConversationApi, id: number) {
  const queryClient = useQueryClient()
  const key = messagesKey(api, id)
  const thread = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const stored = () => queryClient.getQueryData<Thread>(key)
      return withStored(await fetchThread(api, id, stored(), signal), stored())
    },
    staleTime: 0,
  })
  const older = useMutation({
    mutationFn: () => api.messages(id, { before: thread.data?.messages[0]?.seq, limit: pageSize }),
    onSuccess: ({ messages, has_more }) =>
      queryClient.setQueryData<Thread>(
        key,
        (now) => now && { ...now, messages: joined(messages, now.messages), hasOlder: has_more },
      ),
  })
  return { thread, older }
}

async function fetchThread(api: ConversationApi, id: number, known: Thread | undefined, signal: AbortSignal) {
  const last = known?.messages.at(-1)?.seq
  if (!known || last === undefined) {
    const { conversation, messages, has_more } = await api.messages(id, { limit: pageSize }, signal)
    return { conversation, messages, hasOlder: has_more }
  }
  let thread = known
  for (let after = last, more = true; more;) {
    const page = await api.messages(id, { after, limit: 100 }, signal)
    thread = { ...thread, conversation: page.conversation, messages: joined(thread.messages, page.messages) }
    after = page.messages.at(-1)?.seq ?? after
    more = page.has_more
  }
  return thread
}

/** Adds the messages that were stored during a fetch: one that was sent, or older ones. */
function withStored(fetched: Thread, stored: Thread | undefined): Thread {
  if (!stored || stored.messages.length === 0) return fetched
  return {
    ...fetched,
    messages: joined(stored.messages, fetched.messages),
    hasOlder: fetched.hasOlder && stored.hasOlder,
  }
}

/** Adds a message that was sent, unless one before it is still missing: then all are fetched. */
export function addSent(queryClient: QueryClient, api: ConversationApi, id: number, sent: MessageView) {
  const key = messagesKey(api, id)
  const now = queryClient.getQueryData<Thread>(key)
  const last = now?.messages.at(-1)?.seq ?? 0
  if (now && sent.seq <= last + 1) {
    queryClient.setQueryData<Thread>(key, { ...now, messages: joined(now.messages, [sent]) })
    return
  }
  void fetchAgain(queryClient, { queryKey: key })
}
