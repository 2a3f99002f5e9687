import { act, renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '@/lib/requests/connect'
import { endSession, startSession } from '@/lib/account/session'
import { write } from '@/lib/scope/local-storage'
import { chooseModule } from '@/lib/scope/scope'
import { gate } from '@/test/gate'
import { testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { usePlaceOrder, type OrderRequest, type Placed } from './checkout-queries'

const order: OrderRequest = {
  source: 'cart',
  order_type: 'take_away',
  payment_method: 'cash_on_delivery',
  accepted_total: 12,
}

type Sent = { key: string | null; module: string | null; guest: unknown; total: unknown }
/** The placed order, no response, or an error with this code. */
type Answer =
  'placed' | 'lost' | 'internal' | 'unavailable' | 'too_many' | 'unauthorized' | 'price_changed' | 'guest_unknown'

let sent: Sent[] = []

/** Sends the given responses in turn, then repeats the last one. */
function shopAnswers(...answers: Answer[]) {
  sent = []
  server.use(
    http.post('*/orders', async ({ request }) => {
      const body = (await request.json()) as { guest_id?: unknown; accepted_total?: unknown }
      const [key, module] = ['Idempotency-Key', 'moduleId'].map((name) => request.headers.get(name))
      sent.push({ key: key ?? null, module: module ?? null, guest: body.guest_id, total: body.accepted_total })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer === 'placed') return HttpResponse.json({ order: { id: 1 }, tracking_token: 'token' })
      if (answer === 'lost') return HttpResponse.error()
      return HttpResponse.json({ errors: [{ code: answer, message: 'No.' }], message: 'No.' }, { status: 409 })
    }),
  )
}

const food = { id: 10, module_type: 'food', module_name: 'Food' } as const
const grocery = { id: 20, module_type: 'grocery', module_name: 'Grocery' } as const

const keys = () => sent.map(({ key }) => key)

/** Renders usePlaceOrder as on a newly loaded page. */
const page = () => renderHook(() => usePlaceOrder(), { wrapper: testApp().wrapper }).result

async function place(placing: ReturnType<typeof page>, body = order) {
  await placing.current.mutateAsync(body).catch(() => {})
  await waitFor(() => expect(placing.current.isPending).toBe(false))
}

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

test('CHK-04 after a lost response the order is sent again with the same key', async () => {
  shopAnswers('lost', 'placed')
  const placing = page()
  await place(placing)
  expect(placing.current.isSuccess).toBe(true)
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('CHK-04 an order is sent three times automatically with one key, and then stays unanswered', async () => {
  shopAnswers('lost')
  const placing = page()
  await place(placing)
  expect(sent).toHaveLength(3)
  expect(new Set(keys()).size).toBe(1)
  expect(placing.current.unanswered?.body).toEqual(order)
})

test.each(['internal', 'unavailable'] as const)(
  'CHK-04 after %s the order stays unanswered and keeps its key, also after a reload',
  async (answer) => {
    shopAnswers(answer)
    const placing = page()
    await place(placing)
    expect(placing.current.unanswered?.body).toEqual(order)
    const reloaded = page()
    expect(reloaded.current.unanswered?.body).toEqual(order)
    await place(reloaded)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.key).toBe(sent[0]?.key)
  },
)

test('CHK-04 an order is sent again with its module, also after another one was chosen', async () => {
  shopAnswers('internal', 'placed', 'placed')
  chooseModule(food)
  await place(page())
  chooseModule(grocery)
  await place(page())
  await place(page())
  expect(sent.map(({ module }) => module)).toEqual(['10', '10', '20'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('CHK-04 an order that was stored without its module is sent again with the current one', async () => {
  shopAnswers('placed')
  sessionStorage.setItem('hk-placing', JSON.stringify({ key: 'stored-key', body: order, at: Date.now() }))
  chooseModule(grocery)
  await place(page())
  expect(sent).toEqual([expect.objectContaining({ key: 'stored-key', module: '20' })])
})

test('CHK-04 TRAP_O1 while an order is unanswered, no other order is sent', async () => {
  shopAnswers('internal', 'placed', 'placed')
  const placing = page()
  await place(placing)
  await place(placing, { ...order, accepted_total: 13 })
  expect(sent.map(({ total }) => total)).toEqual([12, 12])
  expect(new Set(keys()).size).toBe(1)
  await place(page(), { ...order, accepted_total: 13 })
  expect(sent[2]?.total).toBe(13)
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
})

test.each(['too_many', 'unauthorized'] as const)(
  'CHK-04 after %s an earlier order stays unanswered',
  async (answer) => {
    shopAnswers('internal', answer, 'price_changed')
    const placing = page()
    await place(placing)
    await place(placing)
    expect(placing.current.unanswered?.body).toEqual(order)
    await place(placing)
    expect(placing.current.unanswered).toBeUndefined()
    expect(new Set(keys()).size).toBe(1)
  },
)

test('CHK-04 after too_many a first order does not stay unanswered', async () => {
  shopAnswers('too_many')
  const placing = page()
  await place(placing)
  expect(placing.current.unanswered).toBeUndefined()
})

test('CHK-04 an order that was sent offline does not stay unanswered', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  shopAnswers('lost')
  const placing = page()
  await place(placing)
  expect(placing.current.unanswered).toBeUndefined()
  vi.restoreAllMocks()
})

test('CHK-04 a refused order is not sent again automatically, and the next try has a new key', async () => {
  shopAnswers('price_changed')
  const placing = page()
  await place(placing)
  expect(sent).toHaveLength(1)
  expect(placing.current.unanswered).toBeUndefined()
  await place(placing)
  expect(new Set(keys()).size).toBe(2)
})

test('CHK-04 a second order of the same items has a new key', async () => {
  shopAnswers('placed')
  await place(page())
  await place(page())
  expect(new Set(keys()).size).toBe(2)
})

test('CHK-04 CART-01 a guest whose id is unknown orders with a new id and the same key', async () => {
  shopAnswers('guest_unknown', 'placed')
  server.use(http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-secret-new-000001' })))
  const disconnect = connect(() => {})
  const placing = page()
  await place(placing)
  disconnect()
  expect(placing.current.isSuccess).toBe(true)
  expect(sent.map(({ guest }) => guest)).toEqual(['guest-secret-0123456789', 'guest-secret-new-000001'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('CHK-04 an order stays unanswered only as long as the server stores its key', async () => {
  shopAnswers('internal', 'placed')
  await place(page())
  vi.useFakeTimers({ now: Date.now() + 21 * 60 * 60 * 1000, toFake: ['Date'] })
  const later = page()
  expect(later.current.unanswered).toBeUndefined()
  await place(later)
  vi.useRealTimers()
  expect(new Set(keys()).size).toBe(2)
})

describe('an order whose sender signs out or in before its response', () => {
  const callbacks = {
    onPlaced: vi.fn<(placed: Placed, isHere: boolean, isGuest: boolean) => void>(),
    onFailedElsewhere: vi.fn<(error: unknown) => void>(),
  }
  const showErrors = vi.fn<(error: unknown) => void>()

  /** Sends an order. The response comes when respond is called, the next ones at once. */
  async function begin(...answers: Answer[]) {
    shopAnswers(...answers)
    vi.clearAllMocks()
    const [respond, released] = gate()
    let isSent = false
    server.use(
      // It only waits: a handler that returns nothing leaves the call to the next one.
      http.post('*/orders', async () => {
        isSent = true
        await released
      }),
    )
    const { result } = renderHook(() => usePlaceOrder(callbacks), { wrapper: testApp().wrapper })
    act(() => result.current.place(order, showErrors))
    await waitFor(() => expect(isSent).toBe(true))
    const finish = async () => {
      respond()
      await waitFor(() => expect(result.current.isPending).toBe(false))
    }
    return { finish, result }
  }

  test('CHK-04 C2 is not sent again for the next person, and leaves nothing on the device', async () => {
    startSession('bearer-token-0123456789', 1)
    const { finish, result } = await begin('lost', 'placed')
    act(endSession)
    await finish()
    expect(sent).toHaveLength(1)
    expect(sessionStorage.getItem('hk-placing')).toBeNull()
    expect(result.current.unanswered).toBeUndefined()
    for (const call of [...Object.values(callbacks), showErrors]) expect(call).not.toHaveBeenCalled()
  })

  test('CHK-04 C2 is not shown to the next person, whose own order keeps its key', async () => {
    startSession('bearer-token-0123456789', 1)
    const { finish } = await begin('placed')
    act(endSession)
    const ofNext = JSON.stringify({ key: 'key-of-the-next', body: order, at: Date.now(), signedIn: false })
    sessionStorage.setItem('hk-placing', ofNext)
    await finish()
    expect(callbacks.onPlaced).not.toHaveBeenCalled()
    expect(sessionStorage.getItem('hk-placing')).toBe(ofNext)
  })

  test('CHK-04 is still a guest’s order after the sign-in', async () => {
    const { finish } = await begin('placed')
    act(() => startSession('bearer-token-0123456789', 1))
    await finish()
    expect(callbacks.onPlaced).toHaveBeenCalledExactlyOnceWith(expect.anything(), true, true)
  })
})

test('LOC-14 a stored order without a key is ignored', () => {
  sessionStorage.setItem('hk-placing', JSON.stringify({ body: order }))
  expect(page().current.unanswered).toBeUndefined()
})
