import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type {
  DecideRefundInputBody,
  MoveVendorOrderData,
  StaffMemberView,
  StaffOrderView,
  StaffSignInInputBody,
  StaffStatesView,
} from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testShop } from '@/test/fixtures'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'
import { connectStaff } from './session'

const vendor: StaffMemberView = {
  id: 3,
  name: 'Sam',
  email: 'sam@example.com',
  role: 'vendor',
  store_id: 7,
  store_name: 'Corner',
}
const rider: StaffMemberView = {
  id: 4,
  name: 'Iris',
  email: 'iris@example.com',
  role: 'rider',
  zone_id: 1,
  avg_rating: 4.3,
  rating_count: 3,
}

const admin: StaffMemberView = { id: 5, name: 'Nadia', email: 'nadia@example.com', role: 'admin' }

const at = new Date().toISOString()

const testOrder = (id: number, more: Partial<StaffOrderView> = {}): StaffOrderView => ({
  id,
  order_status: 'pending',
  next_statuses: ['confirmed', 'canceled'],
  order_type: 'delivery',
  payment_method: 'cash_on_delivery',
  awaits_payment: false,
  payment_status: 'unpaid',
  store: {
    id: 7,
    zone_id: 1,
    name: 'Corner',
    address: '1 Quay',
    phone: '+12025550100',
    point: { lat: 0, lng: 0 },
    time_zone: 'UTC',
  },
  units: 2,
  lines: [{ id: 1, item_id: 9, name: 'Tea', image_full_url: '', options: 'Large', note: 'Hot', quantity: 2, total: 5 }],
  rows: [{ code: 'total', label: 'price_row.total', amount: 5 }],
  total: 5,
  tip: 0,
  distance_km: 1.2,
  contact: { name: 'Asha', phone: '+12025550123' },
  cutlery: false,
  timeline: [{ status: 'pending', at, actor: 'shopper' }],
  created_at: at,
  status_at: at,
  ...more,
})

/** What the server knows, and what the desk sent to it. */
const world = {
  orders: [] as StaffOrderView[],
  toCheck: [] as StaffOrderView[],
  toPayBack: [] as StaffOrderView[],
  moves: [] as MoveVendorOrderData['body'][],
  listed: 0,
}

function serveDesk(member: StaffMemberView) {
  const stream = liveStream<StaffStatesView>('*/staff/events', 'orders')
  server.use(
    http.get('*/config', () => HttpResponse.json(testShop)),
    http.get('*/staff/me', () => HttpResponse.json(member)),
    http.get('*/vendor/orders', ({ request }) => {
      world.listed++
      const isOpen = new URL(request.url).searchParams.get('state') === 'open'
      const orders = isOpen ? world.orders : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.get('*/vendor/reviews', () => HttpResponse.json({ reviews: [], total_size: 0, limit: 1, offset: 1 })),
    http.get('*/admin/offline-payments', ({ request }) => {
      const isToCheck = new URL(request.url).searchParams.get('state') === 'to_check'
      const orders = isToCheck ? world.toCheck : world.toPayBack
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.get('*/rider/orders', () =>
      HttpResponse.json({
        own: world.orders.filter((order) => order.rider),
        offers: world.orders.filter((order) => !order.rider),
      }),
    ),
    http.post<{ id: string }, MoveVendorOrderData['body']>(
      '*/vendor/orders/:id/status',
      async ({ request, params }) => {
        const body = await request.json()
        world.moves.push(body)
        const next = { confirmed: ['processing'], processing: ['handover'] }[body.status as string] ?? []
        world.orders = world.orders.map((order) =>
          order.id === Number(params.id) ? { ...order, order_status: body.status, next_statuses: next } : order,
        )
        return HttpResponse.json(world.orders.find(({ id }) => id === Number(params.id)))
      },
    ),
  )
  return stream
}

const states = (): StaffStatesView => ({
  orders: world.orders.map(({ id, order_status }) => ({ id, order_status })),
})

/** The tones that were played. */
let tones: number
let disconnect = () => {}

beforeEach(() => {
  Object.assign(world, { orders: [], toCheck: [], toPayBack: [], moves: [], listed: 0 })
  tones = 0
  class Sounds {
    state = 'suspended'
    currentTime = 0
    destination = {}
    onstatechange = () => {}
    resume = () => {
      this.state = 'running'
      return Promise.resolve()
    }
    createGain = () => ({
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: (next: unknown) => next,
    })
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => void tones++,
      stop: () => {},
    })
  }
  vi.stubGlobal('AudioContext', Sounds)
  write({ staff_token: 'a-token-that-is-long-enough' })
  disconnect = connectStaff()
})
afterEach(() => {
  disconnect()
  vi.unstubAllGlobals()
})

const card = (id: number) => screen.findByRole('article', { name: `Order ${id}` })
const press = async (user: ReturnType<typeof renderApp>['user'], id: number, name: string) =>
  user.click(await within(await card(id)).findByRole('button', { name }))

test('ORD-03 a store accepts an order, says when it is ready, and goes on to the next step', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  expect(await card(1)).toHaveTextContent('2 ×TeaLarge')
  expect(screen.getByText('1 new order waits for an answer')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Ready in'), '20')
  await press(user, 1, 'Accept')
  await press(user, 1, 'Start preparing')
  expect(await within(await card(1)).findByRole('button', { name: 'Ready' })).toBeVisible()
  expect(world.moves).toEqual([{ status: 'confirmed', preparation_minutes: 20 }, { status: 'processing' }])
})

test('ORD-04 an order is refused only with a reason, usual or in own words', async () => {
  world.orders = [testOrder(1), testOrder(2)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Refuse')
  await press(user, 1, 'Refuse')
  expect(await within(await card(1)).findByRole('alert')).toHaveTextContent('Please say why')
  await user.click(screen.getByLabelText('We are closing'))
  await press(user, 1, 'Refuse')
  await waitFor(() => expect(world.moves).toEqual([{ status: 'canceled', reason: 'We are closing' }]))

  await press(user, 2, 'Refuse')
  await user.click(screen.getByLabelText('Another reason'))
  await user.type(screen.getByLabelText('In your words'), 'The oven is broken')
  await press(user, 2, 'Refuse')
  await waitFor(() => expect(world.moves[1]).toEqual({ status: 'canceled', reason: 'The oven is broken' }))
  expect(await screen.findByText('No orders now')).toBeVisible()
})

test('TRAP_O6 a new order is shown and heard, once the sound is on', async () => {
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  expect(await screen.findByText('No orders now')).toBeVisible()
  stream.says(states())
  await user.click(screen.getByRole('button', { name: 'Turn the sound on' }))
  expect(await screen.findByRole('button', { name: 'Sound is on' })).toBeVisible()
  const tried = tones
  expect(tried).toBeGreaterThan(0)

  world.orders = [testOrder(5)]
  stream.says(states())
  await card(5)
  expect(tones).toBe(tried + 2)
  // What is known is not heard again.
  stream.says({ orders: [{ id: 5, order_status: 'pending', has_rider: true }] })
  expect(tones).toBe(tried + 2)

  await user.click(screen.getByRole('button', { name: 'Sound is on' }))
  world.orders = [testOrder(5), testOrder(6)]
  stream.says(states())
  await card(6)
  expect(tones).toBe(tried + 2)
})

test('TRAP_O6 the orders that are there at the start are not heard', async () => {
  world.orders = [testOrder(1)]
  write({ desk_sound: 'on' })
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  expect(screen.getByRole('button', { name: /Tap anywhere|Sound is on/ })).toBeVisible()
  await user.click(screen.getByRole('heading', { name: 'Orders' }))
  stream.says(states())
  expect(tones).toBe(0)
})

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
  expect(await within(await card(1)).findByRole('alert')).toHaveTextContent('No connection.')

  const message = 'The order is confirmed already.'
  server.use(
    http.post('*/vendor/orders/:id/status', () => {
      world.orders = [testOrder(1, { order_status: 'confirmed', next_statuses: ['processing'] })]
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  await press(user, 1, 'Try again')
  expect(await within(await card(1)).findByRole('button', { name: 'Start preparing' })).toBeVisible()
  expect(screen.queryByText(`Order 1: ${message}`)).toBeNull()
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
  expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeVisible()
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

test('ORD-03 a rider takes an offer, which names nobody, and sees where to bring it', async () => {
  const offer = testOrder(8, { order_status: 'handover', next_statuses: [], lines: [], rows: [], contact: undefined })
  world.orders = [offer]
  serveDesk(rider)
  server.use(
    http.post('*/rider/orders/8/accept', () => {
      const taken = testOrder(8, {
        order_status: 'handover',
        next_statuses: ['picked_up'],
        rider: { name: 'Iris', phone: '', vehicle: 'Bicycle' },
        address: { address: '3 Rope Lane', house: '12', point: { lat: 0, lng: 0 } },
      })
      world.orders = [taken]
      return HttpResponse.json(taken)
    }),
  )
  const { user } = renderApp(<Desk />)
  expect(await card(8)).toHaveTextContent('2 items')
  expect(screen.queryByRole('tab')).toBeNull()
  await press(user, 8, 'Accept delivery')
  expect(await within(await card(8)).findByRole('button', { name: 'Picked up' })).toBeVisible()
  expect(await card(8)).toHaveTextContent('3 Rope Lane')
  expect(await card(8)).toHaveTextContent('Collect $5.00 in cash')
})

test('CHK-03 a store hears of an order once it is paid', async () => {
  world.orders = [testOrder(1, { awaits_payment: true, next_statuses: ['canceled'] })]
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('button', { name: 'Turn the sound on' }))
  expect(await card(1)).toHaveTextContent('It can be accepted as soon as it is paid.')
  stream.says({ orders: [{ id: 1, order_status: 'pending', awaits_payment: true }] })
  const before = tones
  world.orders = [testOrder(1)]
  stream.says({ orders: [{ id: 1, order_status: 'pending' }] })
  await waitFor(() => expect(tones).toBeGreaterThan(before))
  expect(await within(await card(1)).findByRole('button', { name: 'Accept' })).toBeVisible()
})

test('ITEM-11 a pharmacist sees the prescription, and approves it before the order is accepted', async () => {
  const waiting = testOrder(1, {
    prescription_status: 'waiting',
    prescription_images: ['abc'],
    next_statuses: ['canceled'],
  })
  world.orders = [waiting]
  serveDesk(vendor)
  URL.createObjectURL = () => 'blob:prescription'
  URL.revokeObjectURL = () => {}
  const asked: (string | null)[] = []
  const answers: unknown[] = []
  server.use(
    http.get('*/vendor/uploads/abc', ({ request }) => {
      asked.push(request.headers.get('Authorization'))
      return new HttpResponse('image', { headers: { 'Content-Type': 'image/jpeg' } })
    }),
    http.post('*/vendor/prescriptions/1', async ({ request }) => {
      answers.push(await request.json())
      world.orders = [testOrder(1, { prescription_status: 'approved', prescription_images: ['abc'] })]
      return HttpResponse.json(world.orders[0])
    }),
  )
  const { user } = renderApp(<Desk />)
  expect(await screen.findByRole('img', { name: 'Prescription, image 1' })).toHaveAttribute('src', 'blob:prescription')
  expect(asked).toEqual(['Bearer a-token-that-is-long-enough'])
  expect(within(await card(1)).queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(within(await card(1)).getByRole('button', { name: 'Refuse prescription' })).toBeVisible()
  await press(user, 1, 'Approve prescription')
  expect(await within(await card(1)).findByRole('button', { name: 'Accept' })).toBeVisible()
  expect(answers).toEqual([{ approve: true }])
})

test('ORD-04 an admin gives back some of what was asked for, after a failure', async () => {
  const refund = { id: 2, reason: 'Something is missing', note: 'No tea', images: [], answer: '', created_at: at }
  const asked = testOrder(1, {
    order_status: 'refund_requested',
    payment_status: 'paid',
    next_statuses: ['delivered', 'refunded'],
    refunds: [{ ...refund, refund_status: 'requested', lines: [{ line_id: 1, quantity: 2 }], amount: 0 }],
  })
  serveDesk(admin)
  let waiting = [asked]
  const answers: DecideRefundInputBody[] = []
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const orders = new URL(request.url).searchParams.get('state') === 'refund' ? waiting : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post<never, DecideRefundInputBody>('*/admin/refunds/1', async ({ request }) => {
      answers.push(await request.json())
      if (answers.length === 1) return HttpResponse.error()
      waiting = []
      const approved = {
        ...refund,
        refund_status: 'approved' as const,
        lines: [{ line_id: 1, quantity: 1 }],
        amount: 2.5,
      }
      return HttpResponse.json({ ...asked, order_status: 'delivered', refunds: [approved], refunded: 2.5 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Refunds 1' }))
  expect(await card(1)).toHaveTextContent(/Requested.*2 × Tea.*Something is missing.*No tea/)
  await press(user, 1, 'Give money back')
  await user.click(screen.getByRole('radio', { name: 'Some items' }))
  await press(user, 1, 'Give money back')
  expect(screen.getByText('Please choose at least one item')).toBeVisible()
  expect(answers).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: /Tea/ }))
  await user.click(screen.getByRole('button', { name: /One less/ }))
  await user.type(screen.getByLabelText('What the shopper reads (optional)'), 'Sorry')
  await press(user, 1, 'Give money back')
  expect(await within(await card(1)).findByRole('alert')).toHaveTextContent('No connection.')
  await press(user, 1, 'Try again')
  expect(await screen.findByRole('tab', { name: 'Refunds 0' })).toBeVisible()
  const sent = { approve: true, reason: 'Sorry', lines: [{ line_id: 1, quantity: 1 }] }
  expect(answers).toEqual([sent, sent])
})

test('ORD-04 a refund is refused with a reason, and one that nobody asked for needs one', async () => {
  const delivered = testOrder(1, { order_status: 'delivered', payment_status: 'paid', next_statuses: ['refunded'] })
  const asked = testOrder(2, { order_status: 'refund_requested', payment_status: 'paid', next_statuses: ['delivered'] })
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const orders = state === 'refund' ? [asked] : state === 'past' ? [delivered] : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
    http.post('*/admin/refunds/:id', async ({ request, params }) => {
      answers.push([params['id'], await request.json()])
      return HttpResponse.json(params['id'] === '1' ? { ...delivered, order_status: 'refunded' } : asked)
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Refunds 1' }))
  await press(user, 2, 'Refuse refund')
  await user.click(screen.getByRole('radio', { name: 'Everything was in the order' }))
  await press(user, 2, 'Refuse refund')
  await waitFor(() => expect(answers).toHaveLength(1))

  await user.click(screen.getByRole('tab', { name: 'Past' }))
  await press(user, 1, 'Give money back')
  expect(screen.getByRole('radio', { name: 'Everything: $5.00' })).toBeChecked()
  await press(user, 1, 'Give money back')
  expect(await screen.findByText('Please say why')).toBeVisible()
  await user.type(screen.getByLabelText('Why? The shopper reads this.'), 'It was spilled')
  await press(user, 1, 'Give money back')
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(answers).toEqual([
    ['2', { approve: false, reason: 'Everything was in the order' }],
    ['1', { approve: true, reason: 'It was spilled', whole: true }],
  ])
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

test('CHK-03 an admin finds a payment, misses another, and pays money back', async () => {
  const paying = {
    method: 'bank',
    name: 'Bank transfer',
    images: [],
    reason: '',
    fields: [{ id: 'number', label: 'Number', value: 'T-77' }],
  }
  const payment = (id: number) =>
    testOrder(id, {
      payment_method: 'offline_payment',
      awaits_payment: true,
      next_statuses: ['canceled'],
      offline_payment: { ...paying, status: 'sent' },
    })
  world.toCheck = [payment(1), payment(2)]
  world.toPayBack = [
    testOrder(3, {
      order_status: 'canceled',
      payment_status: 'refunded',
      to_pay_back: 5,
      next_statuses: [],
      offline_payment: { ...paying, status: 'received' },
    }),
  ]
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/:id', async ({ request, params }) => {
      answers.push([params.id, await request.json()])
      if (answers.length === 1) return HttpResponse.error()
      world.toCheck = world.toCheck.filter(({ id }) => id !== Number(params.id))
      return HttpResponse.json(testOrder(Number(params.id)))
    }),
    http.post('*/admin/offline-payments/3/paid-back', () => {
      answers.push('paid back')
      world.toPayBack = []
      return HttpResponse.json(testOrder(3))
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 2' }))
  expect(await card(1)).toHaveTextContent(/Payment: Bank transfer.*To check.*Number: T-77/)
  await press(user, 1, 'The money is here')
  expect(await within(await card(1)).findByRole('alert')).toHaveTextContent('No connection.')
  await press(user, 1, 'Try again')
  expect(await screen.findByRole('tab', { name: 'Payments 1' })).toBeVisible()
  await press(user, 2, 'It has not arrived')
  await user.click(screen.getByRole('radio', { name: 'Another amount has arrived' }))
  await press(user, 2, 'It has not arrived')
  expect(await screen.findByRole('tab', { name: 'Payments 0' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'To pay back 1' }))
  expect(await card(3)).toHaveTextContent('To pay back: $5.00')
  await press(user, 3, 'I have paid it back')
  expect(await screen.findByRole('tab', { name: 'To pay back 0' })).toBeVisible()
  const found = ['1', { received: true }]
  expect(answers).toEqual([found, found, ['2', { received: false, reason: 'Another amount has arrived' }], 'paid back'])
})
