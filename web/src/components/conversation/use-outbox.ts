import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isRefusal, problems } from '@/lib/requests/problems'
import { randomKey } from '@/lib/requests/random-key'
import type { ConversationApi, Prefix } from './conversation-api'
import { addSent } from './use-messages'

export type Draft = { text: string; images: string[]; order_id?: number; trip_id?: number }

/** A message that is not on the server yet, as far as this page knows. */
export type Outgoing = Draft & {
  /** It makes a repeated message one message. */
  clientId: string
  conversation: number
  /** Who has written it. Nobody else sends it. */
  writer: number
  /** Why the server refused it; undefined: it is being sent, or tried again. */
  problem?: string
}

const pauseBeforeRetry = 3_000 // ms
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseBeforeRetry))

/** The messages that wait. They are in the query cache, so they outlive the page and end with the session. */
function outboxOf(queryClient: QueryClient, { prefix }: ConversationApi) {
  const queryKey = ['outbox', prefix]
  const read = () => queryClient.getQueryData<Outgoing[]>(queryKey) ?? []
  const change = (edit: (all: Outgoing[]) => Outgoing[]) =>
    queryClient.setQueryData<Outgoing[]>(queryKey, (all = []) => edit(all))
  return {
    queryKey,
    read,
    add: (message: Outgoing) => change((all) => [...all, message]),
    drop: (clientId: string) => change((all) => all.filter((one) => one.clientId !== clientId)),
    mark: (clientId: string, problem?: string) =>
      change((all) => all.map((one) => (one.clientId === clientId ? { ...one, problem } : one))),
  }
}

/** The outboxes that are being sent. */
const sending = new WeakMap<QueryClient, Set<Prefix>>()

/**
 * Sends messages one after the other, in their order, until none waits: also while no conversation is open. Without a
 * response each is sent again, under the same client id, until one comes; what the server refuses waits for the sender.
 */
async function sendAll(queryClient: QueryClient, api: ConversationApi) {
  const running = sending.get(queryClient) ?? new Set()
  sending.set(queryClient, running)
  if (running.has(api.prefix)) return
  running.add(api.prefix)
  const next = () =>
    outboxOf(queryClient, api)
      .read()
      .find(({ problem }) => problem === undefined)
  for (let message = next(); message; message = next()) await trySend(queryClient, api, message)
  running.delete(api.prefix)
}

async function trySend(queryClient: QueryClient, api: ConversationApi, message: Outgoing) {
  const { clientId, conversation, writer, text, images, order_id, trip_id } = message
  const outbox = outboxOf(queryClient, api)
  // Another tab may have signed somebody else in. The page will clear its cache then.
  if (!api.writer.isHere(writer)) return pause()
  try {
    const sent = await api.send(conversation, { client_id: clientId, text, images, order_id, trip_id })
    addSent(queryClient, api, conversation, sent)
    outbox.drop(clientId)
  } catch (error) {
    // The end of a session is no answer to the message.
    if (!isRefusal(error) || !api.writer.isHere(writer)) return pause()
    outbox.mark(clientId, problems(error, '')[0]?.message)
  }
}

/** The messages that wait, and how to send more. */
export function useOutbox(api: ConversationApi) {
  const queryClient = useQueryClient()
  const { queryKey, read, add, drop, mark } = outboxOf(queryClient, api)
  const { data: waiting } = useQuery<Outgoing[]>({
    queryKey,
    queryFn: read,
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { ofSession: true },
  })
  const send = (conversation: number, draft: Draft) => {
    add({ ...draft, conversation, clientId: randomKey(), writer: api.writer.id() })
    void sendAll(queryClient, api)
  }
  const retry = (clientId: string) => {
    mark(clientId)
    void sendAll(queryClient, api)
  }
  return { waiting, send, drop, retry }
}
