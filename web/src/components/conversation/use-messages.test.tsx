import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MessagesOutputBody, MessageView } from '@/lib/api/types.gen'
import { testConversation } from '@/test/desk-world'
import { gate } from '@/test/gate'
import { testApp } from '@/test/render-app'
import { conversationApi } from './conversation-api'
import { useMessages } from './use-messages'

const message = (seq: number): MessageView => ({
  seq,
  text: '',
  mine: false,
  client_id: `theirs-${seq}`,
  created_at: '2026-11-24T09:00:00Z',
  images: [],
})

const page = (seqs: number[], has_more: boolean): MessagesOutputBody => ({
  conversation: testConversation(),
  messages: seqs.map(message),
  has_more,
})

test('CHAT-01 older messages that are opened during a fetch stay, and are not offered again', async () => {
  const [respond, isTime] = gate()
  const api: ReturnType<typeof conversationApi> = {
    ...conversationApi(''),
    messages: async (_id, { before, after }) => {
      if (before !== undefined) return page([1, 2], false)
      if (after === undefined) return page([3, 4], true)
      await isTime
      return page([5], false)
    },
  }
  const { result } = renderHook(() => useMessages(api, 4), { wrapper: testApp().wrapper })
  await waitFor(() => expect(result.current.thread.data?.messages).toHaveLength(2))
  const fetched = result.current.thread.refetch()
  await act(() => result.current.older.mutateAsync())
  respond()
  await act(() => fetched)
  await waitFor(() => expect(result.current.thread.data?.messages.at(-1)?.seq).toBe(5))
  expect(result.current.thread.data?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(result.current.thread.data?.hasOlder).toBe(false)
})
