import { screen, waitFor, within, type ByRoleMatcher, type ByRoleOptions } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, vi } from 'vitest'
import type {
  ConversationView,
  MoveVendorOrderData,
  PaymentProblemView,
  StaffMemberView,
  StaffOrderView,
  StaffTripView,
  StaffStatesView,
} from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testShop, noChat } from '@/test/fixtures'
import { liveStream } from '@/test/live-stream'
import type { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { connectStaff } from '@/desk/session'

export const vendor: StaffMemberView = {
  id: 3,
  name: 'Sam',
  email: 'sam@example.com',
  role: 'vendor',
  store_id: 7,
  store_name: 'Corner',
}
export const rider: StaffMemberView = {
  id: 4,
  name: 'Iris',
  email: 'iris@example.com',
  role: 'rider',
  zone_id: 1,
  avg_rating: 4.3,
  rating_count: 3,
}

export const renter: StaffMemberView = {
  id: 6,
  name: 'Marco',
  email: 'marco@example.com',
  role: 'vendor',
  provider_id: 9,
  provider_name: 'Anchor Car Hire',
}

export const admin: StaffMemberView = { id: 5, name: 'Nadia', email: 'nadia@example.com', role: 'admin' }

export const at = new Date().toISOString()

export const testOrder = (id: number, more: Partial<StaffOrderView> = {}): StaffOrderView => ({
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

/** A trip of two cars that waits for its provider. */
export const testTrip = (id: number, more: Partial<StaffTripView> = {}): StaffTripView => ({
  id,
  trip_status: 'pending',
  next_statuses: ['confirmed', 'canceled'],
  provider_id: 9,
  provider_name: 'Anchor Car Hire',
  time_zone: 'Asia/Kolkata',
  rental_type: 'hourly',
  estimated_hours: 3,
  distance: 0,
  pickup_location: 'Old Quay',
  destination_location: '',
  pickup_at: '2126-11-20T10:00:00Z',
  return_at: '2126-11-20T13:00:00Z',
  lines: [{ vehicle_id: 4, name: 'Merle Panda', quantity: 2 }],
  rows: [
    { code: 'total', label: 'price_row.total', amount: 60 },
    { code: 'to_pay', label: 'price_row.to_pay', amount: 45 },
  ],
  total: 60,
  deposit: 0,
  late_hours: 0,
  late_charge: 0,
  photos: [],
  photo_phases: [],
  due_at_return: 0,
  refunds: [],
  refunded: 0,
  to_refund: 0,
  payment_method: 'cash_on_delivery',
  payment_status: 'unpaid',
  awaits_payment: false,
  contact_person_name: 'Asha Rao',
  contact_person_number: '+12025550123',
  note: 'A child seat, please',
  cancel_reason: '',
  timeline: [{ status: 'pending', at: '2126-11-19T10:00:00Z', actor: 'shopper' }],
  created_at: '2126-11-19T10:00:00Z',
  ...more,
})

/** A conversation of the store with a customer. */
export const testConversation = (more: Partial<ConversationView> = {}): ConversationView => ({
  id: 4,
  with: 'store',
  name: 'Asha R.',
  image_full_url: '',
  state: 'open',
  reported: false,
  last_at: '2026-11-24T09:00:00Z',
  last_images: 0,
  last_is_mine: false,
  last_seq: 1,
  last_text: 'When do you close?',
  other_got: 0,
  other_read: 0,
  read_up_to: 1,
  unread: 0,
  ...more,
})

/** What the server knows, and what the desk sent to it. */
export const world = {
  orders: [] as StaffOrderView[],
  toCheck: [] as StaffOrderView[],
  toPayBack: [] as StaffOrderView[],
  tripsToCheck: [] as StaffTripView[],
  tripsToPayBack: [] as StaffTripView[],
  problems: [] as PaymentProblemView[],
  moves: [] as MoveVendorOrderData['body'][],
  listed: 0,
}

/** The orders of a list, as the server would name it. */
const inList: Partial<Record<string, (order: StaffOrderView) => boolean>> = {
  new: ({ order_status: status, awaits_payment }) => status === 'pending' && !awaits_payment,
  waiting: ({ order_status: status, awaits_payment }) => status === 'pending' && awaits_payment,
  running: ({ order_status: status }) => ['confirmed', 'processing', 'handover', 'picked_up'].includes(status),
}

/** Answers a request for a list of orders with a page of it. */
function pageOf(request: Request, all: readonly StaffOrderView[]) {
  const asked = new URL(request.url).searchParams
  const limit = Number(asked.get('limit'))
  const offset = Number(asked.get('offset'))
  const orders = all.filter((order) => inList[asked.get('state') ?? '']?.(order))
  const from = (offset - 1) * limit
  return HttpResponse.json({ orders: orders.slice(from, from + limit), total_size: orders.length, limit, offset })
}

export function serveDesk(member: StaffMemberView) {
  const stream = liveStream<StaffStatesView>('*/staff/events', 'orders')
  server.use(
    http.get('*/config', () => HttpResponse.json(testShop)),
    http.get('*/staff/me', () => HttpResponse.json(member)),
    http.get('*/vendor/orders', ({ request }) => {
      world.listed++
      return pageOf(request, world.orders)
    }),
    http.get('*/vendor/vehicle-reviews', () => HttpResponse.json({ reviews: [], total_size: 0, limit: 1, offset: 1 })),
    http.get('*/vendor/reviews', () => HttpResponse.json({ reviews: [], total_size: 0, limit: 1, offset: 1 })),
    http.get('*/admin/offline-payments', ({ request }) => {
      const isToCheck = new URL(request.url).searchParams.get('state') === 'to_check'
      const orders = isToCheck ? world.toCheck : world.toPayBack
      const trips = isToCheck ? world.tripsToCheck : world.tripsToPayBack
      return HttpResponse.json({ orders, trips, total_size: orders.length + trips.length, limit: 50, offset: 1 })
    }),
    http.get('*/admin/applications', () => HttpResponse.json({ applications: [], total_size: 0, limit: 1, offset: 1 })),
    http.get('*/admin/trips', () => HttpResponse.json({ trips: [], total_size: 0, limit: 20, offset: 1 })),
    http.get('*/admin/payment-problems', () =>
      HttpResponse.json({ problems: world.problems, total_size: world.problems.length, limit: 20, offset: 1 }),
    ),
    http.get('*/rider/orders', () => {
      const offers = world.orders.filter((order) => !order.rider)
      const own = world.orders.filter((order) => order.rider)
      return HttpResponse.json({ own, offers, total_size: offers.length, limit: 50, offset: 1 })
    }),
    http.post<{ id: string }, MoveVendorOrderData['body']>(
      '*/vendor/orders/:id/status',
      async ({ request, params }) => {
        const body = await request.json()
        world.moves.push(body)
        const nexts = { confirmed: ['processing'], processing: ['handover'], picked_up: ['delivered'] }
        const next = (nexts as Record<string, string[]>)[body.status] ?? []
        world.orders = world.orders.map((order) =>
          order.id === Number(params.id) ? { ...order, order_status: body.status, next_statuses: next } : order,
        )
        return HttpResponse.json(world.orders.find(({ id }) => id === Number(params.id)))
      },
    ),
  )
  return stream
}

export const states = (): StaffStatesView => ({
  chat: noChat,
  total_size: world.orders.length,
  orders: world.orders.map(({ id, order_status }) => ({ id, order_status })),
})

/** Signs in before each test of a file, and counts the tones that are played. */
export function signedInDesk() {
  const sounds = { tones: 0 }
  let disconnect = () => {}
  beforeEach(() => {
    Object.assign(world, {
      orders: [],
      toCheck: [],
      toPayBack: [],
      tripsToCheck: [],
      tripsToPayBack: [],
      problems: [],
      moves: [],
      listed: 0,
    })
    sounds.tones = 0
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
        start: () => void sounds.tones++,
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
  return sounds
}

export const card = (id: number) => screen.findByRole('article', { name: `Order ${id}` })

/** Waits for a part of the card with a title. A step may move the card to another list, so both are looked for each time. */
export const inCard = (title: string, role: ByRoleMatcher, part?: ByRoleOptions) =>
  waitFor(() => within(screen.getByRole('article', { name: title })).getByRole(role, part))

export const press = async (user: ReturnType<typeof renderApp>['user'], id: number, name: string) =>
  user.click(await inCard(`Order ${id}`, 'button', { name }))
