import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { ConversationView, MessageView, NewsView, PostMessageInputBody } from '@/lib/api/types.gen'
import { chooseModule } from '@/lib/scope/scope'
import { connect } from '@/lib/requests/connect'
import { clearOnNewScope } from '@/lib/requests/query-client'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import Inbox from './inbox'

vi.mock(import('@/lib/account/shrink-image'), async (original) => ({
  ...(await original()),
  shrink: (file: File) => Promise.resolve(file),
}))

const conversation: ConversationView = {
  id: 4,
  with: 'store',
  name: 'Low Tide Burgers',
  image_full_url: '',
  state: 'open',
  reported: false,
  last_at: '2026-11-24T09:00:00Z',
  last_images: 0,
  last_is_mine: false,
  last_seq: 1,
  last_text: 'Welcome',
  other_got: 0,
  other_read: 0,
  read_up_to: 1,
  unread: 0,
}

const message = (seq: number, text: string, part: Partial<MessageView> = {}): MessageView => ({
  seq,
  text,
  mine: false,
  client_id: `theirs-${seq}`,
  created_at: '2026-11-24T09:00:00Z',
  images: [],
  ...part,
})

/** The server's side of the conversation. A test can add messages, and say how a sent one is answered. */
function serve() {
  const messages = [message(1, 'Welcome')]
  const sent: PostMessageInputBody[] = []
  const answers: ('lost' | 'late' | 'never' | 'refused')[] = []
  const asked: (string | null)[] = []
  const store = (body: PostMessageInputBody) => {
    const known = messages.find(({ client_id }) => client_id === body.client_id)
    if (known) return known
    const one = message(messages.length + 1, body.text ?? '', { mine: true, client_id: body.client_id })
    messages.push(one)
    return one
  }
  server.use(
    http.get('*/conversations', () =>
      HttpResponse.json({ conversations: [conversation], limit: 20, offset: 1, total_size: 1 }),
    ),
    http.get('*/conversations/4/messages', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      asked.push(after)
      return HttpResponse.json({ conversation, has_more: false, messages: messages.slice(Number(after)) })
    }),
    http.post('*/conversations/4/messages', async ({ request }) => {
      const body = (await request.json()) as PostMessageInputBody
      sent.push(body)
      const answer = answers.shift()
      if (answer === 'lost') return HttpResponse.error()
      if (answer === 'never') return new Promise<never>(() => {})
      if (answer === 'refused') return HttpResponse.json(refusal('invalid', 'Please wait a moment.'), { status: 422 })
      const stored = store(body)
      return answer === 'late' ? HttpResponse.error() : HttpResponse.json(stored)
    }),
    http.post('*/conversations/4/read', () => HttpResponse.json({})),
  )
  return { messages, sent, answers, asked }
}

const open = async () => {
  const app = renderApp(
    <Inbox conversation={4} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />,
  )
  await within(await screen.findByRole('group', { name: 'Messages with Low Tide Burgers' })).findByText('Welcome')
  return app
}

const texts = () =>
  within(screen.getByRole('group', { name: 'Messages with Low Tide Burgers' }))
    .getAllByRole('listitem')
    .flatMap((item) => item.querySelector('p')?.textContent ?? [])

test('CHAT-01 without conversations it says where one begins, in rental with a provider', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  server.use(
    http.get('*/conversations', () => HttpResponse.json({ conversations: [], limit: 20, offset: 1, total_size: 0 })),
  )
  renderApp(<Inbox conversation={undefined} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />)
  expect(await screen.findByText(/^Write to a store from its page/)).toBeVisible()
  act(() => chooseModule(rentalModule))
  expect(await screen.findByText(/^Write to a provider from your trip/)).toBeVisible()
})

test('CHAT-01 a message without an answer is sent again under the same id, and is there once', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { sent, answers } = serve()
  answers.push('lost', 'late')
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Is it open today?')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Sending…')).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(3), { timeout: 15_000 })
  expect(new Set(sent.map(({ client_id }) => client_id)).size).toBe(1)
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(texts()).toEqual(['Welcome', 'Is it open today?'])
  expect(screen.getByRole('img', { name: 'Sent' })).toBeVisible()
})

test('CHAT-01 a message without an answer is sent though the conversation was left and another module chosen', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { messages, sent, answers } = serve()
  answers.push('lost', 'late')
  const { user, rerender, queryClient } = await open()
  const stop = clearOnNewScope(queryClient)
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Is it open today?{Enter}')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'And tomorrow?')
  await waitFor(() => expect(sent).toHaveLength(1))
  rerender(<></>)
  act(() => chooseModule(rentalModule))
  await waitFor(() => expect(sent).toHaveLength(3), { timeout: 15_000 })
  expect(messages.map(({ text }) => text)).toEqual(['Welcome', 'Is it open today?'])

  rerender(<Inbox conversation={4} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />)
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('And tomorrow?')
  expect(texts()).toEqual(['Welcome', 'Is it open today?'])
  stop()
})

test('CHAT-01 C2 what waits when somebody else signs in is neither sent nor shown', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { sent, answers } = serve()
  answers.push('lost')
  write({ token: 'bearer-token-0123456789', customer: '1' })
  const { user, rerender, queryClient } = await open()
  const stop = clearOnNewScope(queryClient)
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'From the first{Enter}')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Also from the first')
  await waitFor(() => expect(sent).toHaveLength(1))
  rerender(<></>)
  act(() => write({ token: 'another-token-0123456789', customer: '2' }))
  rerender(<Inbox conversation={4} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />)
  const field = await screen.findByRole('textbox', { name: 'Message' })
  expect(field).toHaveValue('')
  expect(texts()).toEqual(['Welcome'])
  await user.type(field, 'From the second{Enter}')
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 15_000 })
  expect(sent.map(({ text }) => text)).toEqual(['From the first', 'From the second'])
  stop()
})

test('CHAT-01 a message on a dead connection is given up after 20 s, and sent again', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { sent, answers } = serve()
  const disconnect = connect(() => {})
  answers.push('never')
  const { user } = await open()
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(limit).toHaveBeenCalledWith(20_000)
  limit.mockRestore()
  timeout.abort(new DOMException('Too late', 'TimeoutError'))
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 15_000 })
  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
  disconnect()
})

test('CHAT-01 a refused message says why; it can be sent again, or discarded', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { sent, answers } = serve()
  answers.push('refused', 'refused')
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not sent: Please wait a moment.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(texts()).toEqual(['Welcome'])

  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello again{Enter}')
  await waitFor(() => expect(texts()).toEqual(['Welcome', 'Hello again']))
  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
})

test('CHAT-01 after a lost connection the messages that came meanwhile are fetched, in order', async () => {
  const stream = liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { messages, asked } = serve()
  await open()
  const news: { chat: NewsView } = { chat: { unread: 0, conversations: [] } }
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(news)
  stream.hangsUp()
  expect(await screen.findByText(/^Connection lost/)).toBeVisible()
  messages.push(message(2, 'Are you there?'), message(3, 'We close at ten.'))
  await waitFor(() => expect(stream.opened()).toBe(2), { timeout: 5_000 })
  stream.says(news)
  await waitFor(() => expect(texts()).toEqual(['Welcome', 'Are you there?', 'We close at ten.']))
  expect(asked.at(-1)).toBe('1')
  expect(screen.queryByText(/^Connection lost/)).toBeNull()
})

test('CHAT-01 a conversation that did not load can be fetched again, and stays when the next fetch fails', async () => {
  const stream = liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { messages } = serve()
  server.use(http.get('*/conversations/4/messages', () => HttpResponse.error(), { once: true }))
  const { user } = renderApp(
    <Inbox conversation={4} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('group', { name: 'Messages with Low Tide Burgers' })).toBeVisible()

  let failed = 0
  server.use(
    http.get('*/conversations/4/messages', () => {
      failed++
      return HttpResponse.error()
    }),
  )
  messages.push(message(2, 'New'))
  stream.says({ chat: { unread: 1, conversations: [changed] } })
  await waitFor(() => expect(failed).toBeGreaterThan(0))
  expect(texts()).toEqual(['Welcome'])
})

test('CHAT-01 what is written and not sent is there again when its conversation is opened again', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { sent } = serve()
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
  server.use(http.post('*/uploads', () => HttpResponse.json({ id: 'image-1' })))
  const inbox = (conversation: number | undefined) => (
    <Inbox conversation={conversation} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />
  )
  const { user, rerender, queryClient, container } = renderApp(inbox(4))
  const field = () => screen.findByRole('textbox', { name: 'Message' })
  await user.type(await field(), 'Is it open')
  const photo = new File(['x'], 'door.jpg', { type: 'image/jpeg' })
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, photo)
  expect(await screen.findByRole('img', { name: 'Image 1' })).toBeVisible()
  rerender(inbox(undefined))
  expect(screen.queryByRole('textbox')).toBeNull()

  rerender(inbox(4))
  expect(await field()).toHaveValue('Is it open')
  expect(screen.getByRole('img', { name: 'Image 1' })).toBeVisible()
  await user.type(await field(), ' today?{Enter}')
  await waitFor(() => expect(sent).toMatchObject([{ text: 'Is it open today?', images: ['image-1'] }]))
  rerender(inbox(undefined))
  rerender(inbox(4))
  expect(await field()).toHaveValue('')
  expect(screen.queryByRole('img', { name: 'Image 1' })).toBeNull()

  // The cache is cleared at sign-out.
  await user.type(await field(), 'For nobody else')
  rerender(inbox(undefined))
  queryClient.clear()
  rerender(inbox(4))
  expect(await field()).toHaveValue('')
})

test('CHAT-01 older messages that arrive late stay in their conversation', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  serve()
  const [respond, read] = gate()
  const other: ConversationView = { ...conversation, id: 5, name: 'Harbour Books', last_seq: 51, read_up_to: 51 }
  server.use(
    http.get('*/conversations/5/messages', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      if (searchParams.has('after')) return HttpResponse.json({ conversation: other, has_more: false, messages: [] })
      const isOlder = searchParams.has('before')
      if (isOlder) await read
      const messages = [isOlder ? message(50, 'Older') : message(51, 'Newer')]
      return HttpResponse.json({ conversation: other, has_more: !isOlder, messages })
    }),
  )
  const inbox = (id: number) => (
    <Inbox conversation={id} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />
  )
  const { user, rerender, queryClient } = renderApp(inbox(4))
  expect(await screen.findByRole('group', { name: 'Messages with Low Tide Burgers' })).toBeVisible()
  rerender(inbox(5))
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }))
  rerender(inbox(4))
  expect(texts()).toEqual(['Welcome'])
  respond()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(texts()).toEqual(['Welcome'])
  rerender(inbox(5))
  expect(await screen.findByText('Older')).toBeVisible()
})

/** Lets the next fetch of the conversation read the messages now, and respond when the test says so. */
function delayNextFetch({ messages, asked }: ReturnType<typeof serve>) {
  const [respond, isTime] = gate()
  const fetchOnce = async ({ request }: { request: Request }) => {
    const after = new URL(request.url).searchParams.get('after')
    const read = messages.slice(Number(after))
    asked.push(after)
    await isTime
    return HttpResponse.json({ conversation, has_more: false, messages: read })
  }
  server.use(http.get('*/conversations/4/messages', fetchOnce, { once: true }))
  return () => respond()
}

const changed: NewsView['conversations'][number] = {
  id: 4,
  last_seq: 2,
  unread: 1,
  other_got: 0,
  other_read: 0,
  flags: '',
}

test('CHAT-01 a message that comes during the first load is there', async () => {
  const stream = liveStream<{ chat: NewsView }>('*/events', 'orders')
  const world = serve()
  const respond = delayNextFetch(world)
  renderApp(<Inbox conversation={4} start={undefined} subject={{}} onOpen={() => {}} onStarted={() => {}} />)
  await waitFor(() => expect([world.asked.length, stream.opened()]).toEqual([1, 1]))
  world.messages.push(message(2, 'Are you there?'))
  stream.says({ chat: { unread: 1, conversations: [changed] } })
  respond()
  await screen.findByRole('group', { name: 'Messages with Low Tide Burgers' })
  await waitFor(() => expect(texts()).toEqual(['Welcome', 'Are you there?']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('CHAT-01 a message that is sent during a fetch stays', async () => {
  const stream = liveStream<{ chat: NewsView }>('*/events', 'orders')
  const world = serve()
  const { user, queryClient } = await open()
  await waitFor(() => expect([stream.opened(), queryClient.isFetching()]).toEqual([1, 0]))
  const respond = delayNextFetch(world)
  const fetched = world.asked.length
  stream.says({ chat: { unread: 0, conversations: [changed] } })
  await waitFor(() => expect(world.asked).toHaveLength(fetched + 1))
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
  respond()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(texts()).toEqual(['Welcome', 'Hello'])
})

test('CHAT-01 a read mark that fails is sent again when the messages are fetched again', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  const { messages } = serve()
  messages.push(message(2, 'Are you there?'))
  const marks: unknown[] = []
  server.use(
    http.post('*/conversations/4/read', async ({ request }) => {
      marks.push(await request.json())
      return marks.length === 1 ? HttpResponse.error() : HttpResponse.json({})
    }),
  )
  const { queryClient } = await open()
  await waitFor(() => expect(marks).toHaveLength(1))
  await queryClient.refetchQueries({ queryKey: ['conversation'] })
  await waitFor(() => expect(marks).toEqual([{ read: 2 }, { read: 2 }]))
})

test('CHAT-01 a conversation that is found after its page was left is not opened', async () => {
  liveStream<{ chat: NewsView }>('*/events', 'orders')
  serve()
  const [answer, isLeft] = gate()
  server.use(http.post('*/conversations', () => isLeft.then(() => HttpResponse.json(conversation))))
  const onStarted = vi.fn<(id: number) => void>()
  const inbox = (
    <Inbox conversation={undefined} start={{ with: 'support' }} subject={{}} onOpen={() => {}} onStarted={onStarted} />
  )
  const { rerender, queryClient } = renderApp(inbox)
  await waitFor(() => expect(queryClient.isMutating()).toBe(1))
  rerender(<></>)
  answer()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(onStarted).not.toHaveBeenCalled()
  rerender(inbox)
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith(4))
})
