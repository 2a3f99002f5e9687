import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { server } from '@/test/server'
import { getCart } from '@/lib/api/sdk.gen'
import { connect } from '@/lib/requests/connect'
import { asShopper, ensureGuest } from './guest'
import { startSession } from './session'
import { write } from '@/lib/scope/local-storage'

const unknown = { errors: [{ code: 'guest_unknown', message: 'Gone.' }], message: 'Gone.' }

/** Serves guest-secret-new-000001 and so on. Returns how many were requested. */
function guests() {
  let asked = 0
  server.use(http.post('*/auth/guest', () => HttpResponse.json({ guest_id: `guest-secret-new-00000${++asked}` })))
  return () => asked
}

test('CART-01 a guest whose id the server no longer knows gets a new one, and the call is repeated once', async () => {
  write({ guest_id: 'guest-secret-old-000001' })
  guests()
  const callers: (string | null)[] = []
  server.use(
    http.get('*/cart', ({ request }) => {
      const who = request.headers.get('X-Guest-Id')
      callers.push(who)
      return who === 'guest-secret-old-000001' ? HttpResponse.json(unknown, { status: 404 }) : HttpResponse.json([])
    }),
  )
  const disconnect = connect(() => {})
  await asShopper((guestId) => getCart({ headers: { 'X-Guest-Id': guestId }, throwOnError: true }))
  disconnect()
  expect(callers).toEqual(['guest-secret-old-000001', 'guest-secret-new-000001'])
  expect(localStorage.getItem('guest_id')).toBe('guest-secret-new-000001')
})

test('CART-01 a call is repeated only once, even if the server does not know the new guest either', async () => {
  guests()
  const call = vi.fn().mockRejectedValue(unknown)
  await expect(asShopper(call)).rejects.toBe(unknown)
  expect(call).toHaveBeenCalledTimes(2)
})

test('CART-01 a call with any other error is not repeated', async () => {
  guests()
  const refusal = { errors: [{ code: 'out_of_stock', message: 'Out of Stock' }], message: 'Out of Stock' }
  const call = vi.fn().mockRejectedValue(refusal)
  await expect(asShopper(call)).rejects.toBe(refusal)
  expect(call).toHaveBeenCalledTimes(1)
})

describe('C2 a call of a guest is not sent for the account of somebody who signs in', () => {
  test('before it is repeated', async () => {
    write({ guest_id: 'guest-secret-old-000001' })
    guests()
    const call = vi.fn(() => {
      startSession('bearer-token-0123456789', 1)
      return Promise.reject(Object.assign(new Error(), unknown))
    })
    await expect(asShopper(call)).rejects.toMatchObject({ name: 'AbortError' })
    expect(call).toHaveBeenCalledExactlyOnceWith('guest-secret-old-000001')
  })

  test('before the guest has an id', async () => {
    guests()
    const call = vi.fn(() => Promise.resolve())
    const late = asShopper(call)
    startSession('bearer-token-0123456789', 1)
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
    expect(call).not.toHaveBeenCalled()
  })
})

test('CART-01 API-07 a guest id that could not be fetched is requested again at the next call', async () => {
  server.use(http.post('*/auth/guest', () => HttpResponse.error(), { once: true }))
  await expect(ensureGuest()).rejects.toThrow('Failed to fetch')
  const asked = guests()
  expect(await ensureGuest()).toBe('guest-secret-new-000001')
  expect(await ensureGuest()).toBe('guest-secret-new-000001')
  expect(asked()).toBe(1)
})

test('CART-01 a customer has no guest id', async () => {
  write({ token: 'bearer-token-0123456789' })
  const asked = guests()
  expect(await asShopper((guestId) => Promise.resolve(guestId))).toBeUndefined()
  expect(asked()).toBe(0)
})

test('C2 a guest id that arrives after a sign-in is not stored', async () => {
  guests()
  const late = ensureGuest()
  startSession('bearer-token-0123456789', 1)
  await late
  expect(localStorage.getItem('guest_id')).toBeNull()
})

test('API-05 an unauthorized call from before the last sign-in does not remove the new token', async () => {
  startSession('bearer-token-of-before', 1)
  server.use(
    http.get('*/cart', () => {
      startSession('bearer-token-of-now-1', 1)
      return HttpResponse.json({ errors: [{ code: 'unauthorized', message: 'No.' }], message: 'No.' }, { status: 401 })
    }),
  )
  const onExpired = vi.fn<() => void>()
  const disconnect = connect(onExpired)
  await expect(getCart({ throwOnError: true })).rejects.toMatchObject({ message: 'No.' })
  disconnect()
  expect(onExpired).not.toHaveBeenCalled()
  expect(localStorage.getItem('token')).toBe('bearer-token-of-now-1')
})
