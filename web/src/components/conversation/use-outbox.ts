import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { isRefusal, problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import type { ConversationApi } from './conversation-api'
import { addSent } from './use-messages'

export type Draft = { text: string; images: string[]; order_id?: number; trip_id?: number }

/** A message that is not on the server yet, as far as this page knows. */
export type Outgoing = Draft & {
  /** It makes a repeated message one message. */
  clientId: string
  conversation: number
  /** Why the server refused it; undefined: it is being sent, or tried again. */
  problem?: string
}

/** Works without https too, unlike crypto.randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const pauseBeforeRetry = 3_000 // ms

/**
 * Sends messages one after the other, in their order. Without a response each is sent again,
 * under the same client id, until one comes; what the server refuses waits for the sender.
 * The list is in the query cache, so it outlives the page and ends with the session.
 */
export function useOutbox(api: ConversationApi, isLive: boolean) {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()
  const queryKey = ['outbox', api.prefix]
  const { data: waiting } = useQuery<Outgoing[]>({
    queryKey,
    queryFn: () => queryClient.getQueryData<Outgoing[]>(queryKey) ?? [],
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const change = (edit: (all: Outgoing[]) => Outgoing[]) =>
    queryClient.setQueryData<Outgoing[]>(queryKey, (all = []) => edit(all))
  const drop = (clientId: string) => change((all) => all.filter((one) => one.clientId !== clientId))
  const mark = (clientId: string, problem?: string) =>
    change((all) => all.map((one) => (one.clientId === clientId ? { ...one, problem } : one)))

  const [failures, setFailures] = useState(0)
  const isSending = useRef(false)
  const next = waiting.find(({ problem }) => problem === undefined)

  const sendNext = useEffectEvent(async ({ clientId, conversation, text, images, order_id, trip_id }: Outgoing) => {
    isSending.current = true
    try {
      const sent = await api.send(conversation, { client_id: clientId, text, images, order_id, trip_id })
      addSent(queryClient, api, conversation, sent)
      drop(clientId)
    } catch (error) {
      if (isRefusal(error)) mark(clientId, problems(error, t(common.offline))[0]?.message ?? t(common.offline))
      else setTimeout(() => setFailures((n) => n + 1), pauseBeforeRetry)
    } finally {
      isSending.current = false
    }
  })
  useEffect(() => {
    if (next && !isSending.current) void sendNext(next)
  }, [next, failures, isLive])

  const send = (conversation: number, draft: Draft) =>
    change((all) => [...all, { ...draft, conversation, clientId: randomKey() }])
  return { waiting, send, drop, retry: (clientId: string) => mark(clientId) }
}
