import { formDataBodySerializer } from '@/lib/api/client'
import { client } from '@/lib/api/client.gen'
import type {
  ConversationView,
  ConversationsOutputBody,
  MarksInputBody,
  MessagesOutputBody,
  MessageView,
  PostMessageInputBody,
  SettleReportInputBody,
} from '@/lib/api/types.gen'
import { sessionNumber } from '@/lib/scope/scope'

export type Prefix = '' | '/vendor' | '/rider' | '/admin'

/** Who writes. Two people never have the same id. */
type Writer = {
  id: () => number
  /** Whether this person is the one that a call would be made for. */
  isHere: (id: number) => boolean
}

/** A customer; after another sign-in a new one. */
const customer: Writer = { id: sessionNumber, isHere: (id) => id === sessionNumber() }

type ListQuery = { limit: number; offset: number; state?: 'all' | 'unread' | 'reported' }
type MessagesQuery = { after?: number; before?: number; limit?: number }

/** The calls about conversations, which are the same for a customer and for the staff, below a prefix. */
export function conversationApi(prefix: Prefix, writer = customer) {
  const base = `${prefix}/conversations`
  const get = async <Body>(url: string, query: Record<string, unknown>, signal?: AbortSignal) =>
    (await client.get<{ 200: Body }, unknown, true>({ url: base + url, query, signal, throwOnError: true })).data
  const post = async <Body>(url: string, body: unknown) =>
    (
      await client.post<{ 200: Body }, unknown, true>({
        url: base + url,
        body,
        headers: { 'Content-Type': 'application/json' },
        throwOnError: true,
      })
    ).data
  return {
    prefix,
    writer,
    list: (query: ListQuery, signal?: AbortSignal) => get<ConversationsOutputBody>('', query, signal),
    messages: (id: number, query: MessagesQuery, signal?: AbortSignal) =>
      get<MessagesOutputBody>(`/${id}/messages`, query, signal),
    send: (id: number, body: PostMessageInputBody) => post<MessageView>(`/${id}/messages`, body),
    mark: (id: number, marks: MarksInputBody) => post<unknown>(`/${id}/read`, marks),
    block: (id: number, blocked: boolean) => post<ConversationView>(`/${id}/block`, { blocked }),
    report: (id: number, reason: string) => post<ConversationView>(`/${id}/report`, { reason }),
    settle: (id: number, body: SettleReportInputBody) => post<ConversationView>(`/${id}/settle`, body),
    /** Where an image of a conversation is read. */
    imageUrl: (id: number, image: string) => (prefix ? `${base}/${id}/images/${image}` : `/uploads/${image}`),
    /** Stores an image for a message, and returns its id. */
    upload: async (id: number, image: File) => {
      const { data } = await client.post<{ 200: { id: string } }, unknown, true>({
        ...formDataBodySerializer,
        url: prefix ? `${base}/${id}/images` : '/uploads',
        body: prefix ? { image } : { purpose: 'chat', image },
        headers: { 'Content-Type': null },
        throwOnError: true,
      })
      return data.id
    },
  }
}

export type ConversationApi = ReturnType<typeof conversationApi>

export const listKey = ({ prefix }: ConversationApi, state = 'all') => ['conversations', prefix, state] as const
export const messagesKey = ({ prefix }: ConversationApi, id: number) => ['conversation', prefix, id] as const
