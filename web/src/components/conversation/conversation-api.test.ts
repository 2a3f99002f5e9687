import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { server } from '@/test/server'
import { conversationApi } from './conversation-api'

const api = conversationApi('/vendor')
const marks = { got: 1, read: 1 }

test.each([
  ['a mark', () => api.mark(4, marks)],
  ['a block', () => api.block(4, true)],
  ['a report', () => api.report(4, 'Rude.')],
  ['the decision about a report', () => api.settle(4, { closed: false })],
])('CHAT-01 %s on a dead connection is given up after 20 s', async (_, call) => {
  server.use(http.post('*/vendor/conversations/4/:what', () => new Promise<never>(() => {})))
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const answer = call()
  expect(limit).toHaveBeenCalledWith(20_000)
  limit.mockRestore()
  timeout.abort(new DOMException('Too late', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
})
