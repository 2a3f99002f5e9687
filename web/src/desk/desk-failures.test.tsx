import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { client } from '@/lib/api/client.gen'
import type { MessageView, StaffSignInInputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import {
  at,
  card,
  inCard,
  press,
  rider,
  serveDesk,
  signedInDesk,
  testConversation,
  testOrder,
  vendor,
  world,
} from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'
import { storeSignOut } from './session'

signedInDesk()

test('TRAP_O5 a refused step is said in the server’s words, with its order', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const message = 'The order is canceled already.'
  server.use(
    http.post('*/vendor/orders/:id/status', () => {
      world.orders = []
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Accept')
  expect(await screen.findByText(`Order 1: ${message}`)).toBeVisible()
  expect(await screen.findByText('No orders now')).toBeVisible()
})

test('TRAP_O1 a step whose answer was lost is tried again, and its second answer is no complaint', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  server.use(http.post('*/vendor/orders/:id/status', () => HttpResponse.error(), { once: true }))
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Accept')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')

  const message = 'The order is confirmed already.'
  server.use(
    http.post('*/vendor/orders/:id/status', () => {
      world.orders = [testOrder(1, { order_status: 'confirmed', next_statuses: ['processing'] })]
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  await press(user, 1, 'Try again')
  expect(await inCard('Order 1', 'button', { name: 'Start preparing' })).toBeVisible()
  expect(screen.queryByText(`Order 1: ${message}`)).toBeNull()
})

test('TRAP_O6 an accepted order stays on the desk when the list that it moves to cannot be fetched', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  server.use(
    http.get('*/vendor/orders', ({ request }) =>
      new URL(request.url).searchParams.get('state') === 'running' ? HttpResponse.error() : undefined,
    ),
  )
  await press(user, 1, 'Accept')
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('region', { name: 'New 0' })).toBeVisible())
  expect(await inCard('Order 1', 'button', { name: 'Start preparing' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'In preparation 1' })).toContainElement(await card(1))
})

test('TRAP_O6 a refused order counts as new no longer when the new ones cannot be fetched', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  expect(await screen.findByText('1 new order waits for an answer')).toBeVisible()
  server.use(http.get('*/vendor/orders', () => HttpResponse.error()))
  await press(user, 1, 'Refuse')
  await user.click(screen.getByRole('radio', { name: 'We are closing' }))
  await press(user, 1, 'Refuse')
  expect(await screen.findByText('This may be out of date.')).toBeVisible()
  expect(screen.queryByText('1 new order waits for an answer')).toBeNull()
  expect(screen.getByText('No orders now')).toBeVisible()
})

test.each(['delivered', 'failed'])(
  'TRAP_O1 the second answer of a step that ends an order is no complaint: %s',
  async (status) => {
    world.orders = [
      testOrder(1, {
        order_status: 'picked_up',
        next_statuses: [status],
        rider: { name: 'Iris', phone: '', vehicle: '' },
      }),
    ]
    serveDesk(rider)
    server.use(http.post('*/rider/orders/:id/status', () => HttpResponse.error(), { once: true }))
    const { user, queryClient } = renderApp(<Desk />)
    const isBad = status === 'failed'
    await press(user, 1, isBad ? 'Could not deliver' : 'Delivered')
    if (isBad) {
      await user.click(screen.getByRole('radio', { name: 'The address was not found' }))
      await press(user, 1, 'Could not deliver')
    }
    expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')

    const message = `The order is ${status} already.`
    server.use(
      http.post('*/rider/orders/:id/status', () => {
        world.orders = []
        return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
      }),
    )
    await press(user, 1, 'Try again')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order 1' })).toBeNull())
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(screen.queryByText(`Order 1: ${message}`)).toBeNull()
  },
)

test('TRAP_O1 ITEM-11 an answer about a prescription that is sent again after a lost response has the same key', async () => {
  world.orders = [testOrder(1, { prescription_status: 'waiting', next_statuses: ['canceled'] })]
  serveDesk(vendor)
  const keys: (string | null)[] = []
  server.use(
    http.post('*/vendor/prescriptions/1', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      if (keys.length === 1) return HttpResponse.error()
      world.orders = [testOrder(1, { prescription_status: 'approved' })]
      return HttpResponse.json(world.orders[0])
    }),
  )
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Approve prescription')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')
  await press(user, 1, 'Try again')
  expect(await inCard('Order 1', 'button', { name: 'Accept' })).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
})

test('TRAP_O1 a step that is being sent keeps the focus, and no other step starts meanwhile', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  let answer = () => {}
  const sent: unknown[] = []
  server.use(
    http.post('*/vendor/orders/:id/status', async ({ request }) => {
      sent.push(await request.json())
      await new Promise<void>((resolve) => (answer = resolve))
      world.orders = [testOrder(1, { order_status: 'confirmed', next_statuses: ['processing'] })]
      return HttpResponse.json(world.orders[0])
    }),
  )
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Accept')
  const accept = within(await card(1)).getByRole('button', { name: 'Accept' })
  await waitFor(() => expect(accept).toHaveAttribute('aria-busy', 'true'))
  expect(accept).toHaveFocus()
  await press(user, 1, 'Refuse')
  await press(user, 1, 'Accept')
  expect(within(await card(1)).queryByRole('radio')).toBeNull()
  answer()
  expect(await inCard('Order 1', 'button', { name: 'Start preparing' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('TRAP_O1 without a connection, a step says so before the lists are there again', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  server.use(
    http.post('*/vendor/orders/:id/status', () => HttpResponse.error()),
    http.get('*/vendor/orders', () => new Promise<never>(() => {})),
  )
  await press(user, 1, 'Accept')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')
})

test('TRAP_O1 a call of the desk is given up after 20 s, an upload after 2 minutes, and an image or a stream is not', async () => {
  serveDesk(vendor)
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const url = '/vendor/slow'
  server.use(http.all('*/vendor/slow', () => new Promise<never>(() => {})))
  const stopped = new AbortController()
  const { signal } = stopped
  const long = [client.get({ url, parseAs: 'stream', signal }), client.get({ url, parseAs: 'blob', signal })]
  const upload = { body: new FormData(), bodySerializer: null, headers: { 'Content-Type': null } }
  const short = [
    client.get({ url, throwOnError: true }),
    client.put({ url, body: {}, throwOnError: true }),
    client.post({ url, ...upload, throwOnError: true }),
  ]
  await waitFor(() => expect(limit.mock.calls).toHaveLength(3))
  expect(limit.mock.calls.flat().sort((a, b) => a - b)).toEqual([20_000, 20_000, 120_000])
  limit.mockRestore()
  timeout.abort(new DOMException('Too late', 'TimeoutError'))
  for (const call of short) await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  stopped.abort()
  await Promise.allSettled(long)
})

test('AUTH-10 when the session ends the page stays, and another person sees nothing of it', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  const message = 'Unauthorized.'
  server.use(
    http.post('*/vendor/orders/:id/status', () =>
      HttpResponse.json({ errors: [{ code: 'unauthorized', message }], message }, { status: 401 }),
    ),
    http.post<never, StaffSignInInputBody>('*/staff/login', async ({ request }) => {
      const { email } = await request.json()
      return HttpResponse.json({
        token: `another-token-of-${email}`.replace('@', '-'),
        member: email === rider.email ? rider : vendor,
      })
    }),
  )
  await press(user, 1, 'Accept')
  expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toHaveFocus()
  expect(screen.getByText('Asha')).toBeInTheDocument()
  expect(screen.queryByText(message)).toBeNull()

  serveDesk(rider)
  world.orders = []
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), rider.email)
  await user.type(screen.getByLabelText('Password'), 'green-bell-90')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Rated 4.3 out of 5, 3 reviews' })).toBeVisible()
  expect(screen.queryByText('Asha')).toBeNull()
})

test('AUTH-10 who signs out in another tab leaves nothing to be read in this one', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user, queryClient } = renderApp(<Desk />)
  await card(1)
  act(storeSignOut)
  expect(await screen.findByRole('heading', { name: 'Sign in to the desk' })).toBeVisible()
  expect(screen.queryByText('Asha')).toBeNull()
  expect(queryClient.getQueryCache().getAll()).toEqual([])

  const token = 'another-token-that-is-long-enough'
  server.use(http.post('*/staff/login', () => HttpResponse.json({ token, member: vendor })))
  await user.type(screen.getByLabelText('Email'), vendor.email)
  await user.type(screen.getByLabelText('Password'), 'green-bell-90')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await card(1)).toBeVisible()
})

/** Serves one conversation without messages. */
const serveConversation = () =>
  server.use(
    http.get('*/vendor/conversations', () =>
      HttpResponse.json({ conversations: [testConversation()], limit: 20, offset: 1, total_size: 1 }),
    ),
    http.get('*/vendor/conversations/4/messages', () =>
      HttpResponse.json({ conversation: testConversation(), has_more: false, messages: [] }),
    ),
  )

test('AUTH-10 CHAT-01 C2 who signs in in another tab sees no conversation of the one before, and sends nothing of theirs', async () => {
  serveDesk(vendor)
  const sent: unknown[] = []
  serveConversation()
  server.use(
    http.post('*/vendor/conversations/4/messages', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.error()
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  await user.click(await screen.findByRole('button', { name: /Asha R\./ }))
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'We close at ten{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))

  server.use(
    http.get('*/staff/me', () => HttpResponse.json({ ...vendor, id: 8, name: 'Tess' })),
    http.get('*/vendor/conversations', () => new Promise<never>(() => {})), // what is shown now comes from the cache
  )
  act(() => write({ staff_token: 'another-token-that-is-long-enough' }))
  expect(await screen.findByText('Tess')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: /Messages/ }))
  expect(await screen.findByText('Choose a conversation')).toBeVisible()
  expect(screen.queryByText(/Asha/)).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 3_500)) // longer than the pause before a message is sent again
  expect(sent).toHaveLength(1)
})

test('AUTH-10 CHAT-01 a message that waits is sent when its writer has signed in again', async () => {
  serveDesk(vendor)
  const sent: unknown[] = []
  const stored: MessageView = {
    seq: 1,
    mine: true,
    client_id: 'theirs',
    text: 'We close at ten',
    images: [],
    created_at: at,
  }
  serveConversation()
  server.use(
    http.post('*/vendor/conversations/4/messages', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1) return HttpResponse.json(stored)
      const message = 'Unauthorized.'
      return HttpResponse.json({ errors: [{ code: 'unauthorized', message }], message }, { status: 401 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  await user.click(await screen.findByRole('button', { name: /Asha R\./ }))
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'We close at ten{Enter}')
  expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(screen.queryByText('Unauthorized.')).toBeNull()
  act(() => write({ staff_token: 'another-token-that-is-long-enough' }))
  expect(await screen.findByRole('img', { name: 'Sent' }, { timeout: 15_000 })).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('TRAP_O6 AUTH-10 with the messages open, orders are followed again after the next sign-in', async () => {
  const stream = serveDesk(vendor)
  serveConversation()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Messages/ }))
  expect(await screen.findByText('Choose a conversation')).toBeVisible()
  await waitFor(() => expect(stream.opened()).toBe(1))
  act(() => write({ staff_token: null }))
  await waitFor(() => expect(stream.left()).toBe(1))
  act(() => write({ staff_token: 'another-token-that-is-long-enough' }))
  await waitFor(() => expect(stream.opened()).toBe(2))
})

test('PERM-03 a wrong password is said in the server’s words', async () => {
  write({ staff_token: null })
  serveDesk(vendor)
  const message = 'Your email or password is wrong.'
  server.use(
    http.post('*/staff/login', () =>
      HttpResponse.json({ errors: [{ code: 'wrong_credentials', message }], message }, { status: 401 }),
    ),
  )
  const { user } = renderApp(<Desk />)
  await user.type(await screen.findByLabelText('Email'), 'sam@example.com')
  await user.type(screen.getByLabelText('Password'), 'not-it')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(message)).toBeVisible()
})

test('a list that does not come says so, and comes when it is tried again', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const message = 'Something went wrong.'
  server.use(
    http.get(
      '*/vendor/orders',
      () => HttpResponse.json({ errors: [{ code: 'internal', message }], message }, { status: 500 }),
      { once: true },
    ),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await card(1)).toBeVisible()
})
