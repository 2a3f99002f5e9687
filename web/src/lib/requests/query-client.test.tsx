import { useQuery } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { renderApp, testApp } from '@/test/render-app'
import { server } from '@/test/server'
import {
  getItemQueryKey,
  listPopularStoresOptions,
  listPopularStoresQueryKey,
} from '@/lib/api/@tanstack/react-query.gen'
import { getCart } from '@/lib/api/sdk.gen'
import { connect } from './connect'
import { ensureGuest } from '@/lib/account/guest'
import { clearOnNewScope, createQueryClient, seedPreloaded } from './query-client'
import { useQueuedMutation } from './use-queued-mutation'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'

const place = { location: 'A', point: { lat: -11.4, lng: 65.2 }, zoneIds: [2, 1] }

test('responses that came with the page have the keys of the generated functions, and nothing is fetched', () => {
  choosePlace(place)
  const { headers } = currentScope()
  const body = { total_size: 0, limit: 12, offset: 1, stores: [] }
  const params = { query: { type: 'all' as const, limit: 12, offset: 1 } }
  const queryClient = createQueryClient(() => {})
  seedPreloaded(
    queryClient,
    JSON.stringify([{ operation: 'listPopularStores', params, body }, { nonsense: true }, null]),
    currentScope(),
  )
  expect(queryClient.getQueryData(listPopularStoresQueryKey({ headers, ...params }))).toEqual(body)
})

test('the key of a response that came with the page contains the path parameters', () => {
  const { headers } = currentScope()
  const params = { path: { id: 'double-smash-burger' } }
  const queryClient = createQueryClient(() => {})
  seedPreloaded(queryClient, JSON.stringify([{ operation: 'getItem', params, body: { id: 7 } }]), currentScope())
  expect(queryClient.getQueryData(getItemQueryKey({ headers, ...params }))).toEqual({ id: 7 })
})

test.each([undefined, null, '', '{', '{}', '"text"'])('damaged data of the page (%j) is left alone', (text) => {
  const queryClient = createQueryClient(() => {})
  seedPreloaded(queryClient, text, currentScope())
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('LOC-13 responses of one zone are removed in another zone', () => {
  choosePlace(place)
  const queryClient = createQueryClient(() => {})
  const stop = clearOnNewScope(queryClient)
  queryClient.setQueryData(['stores'], [])
  write({ settings: '{"theme":"dark"}', guest_id: 'guest-secret-0123456789' })
  expect(queryClient.getQueryData(['stores'])).toEqual([])
  choosePlace({ ...place, zoneIds: [5] })
  expect(queryClient.getQueryData(['stores'])).toBeUndefined()
  stop()
})

test('C2 only a shopper without an id keeps the responses when a guest id arrives', () => {
  choosePlace(place)
  write({ token: 'bearer-token-0123456789' })
  const queryClient = createQueryClient(() => {})
  const stop = clearOnNewScope(queryClient)
  queryClient.setQueryData(['addresses'], [])
  write({ guest_id: 'guest-secret-0123456789' })
  expect(queryClient.getQueryData(['addresses'])).toBeUndefined()
  stop()
})

test('C2 another customer who signs in in another tab finds no responses of the first one', () => {
  choosePlace(place)
  write({ token: 'bearer-token-0123456789' })
  const queryClient = createQueryClient(() => {})
  const stop = clearOnNewScope(queryClient)
  queryClient.setQueryData(['addresses'], [])
  // This tab was inactive while the other one signed out and in, so it only sees the last state.
  localStorage.setItem('token', 'another-token-0123456789')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }))
  expect(queryClient.getQueryData(['addresses'])).toBeUndefined()
  stop()
})

test('API-03 every call has the stored values as headers', async () => {
  choosePlace(place)
  chooseModule({ id: 12, module_type: 'pharmacy', module_name: 'Pharmacy' })
  write({ token: 'bearer-token-0123456789' })
  let sent = new Headers()
  server.use(
    http.get('*/cart', ({ request }) => {
      sent = request.headers
      return HttpResponse.json([])
    }),
  )
  const disconnect = connect(() => {})
  await getCart()
  disconnect()
  expect(Object.fromEntries(sent)).toMatchObject({
    zoneid: '[2,1]',
    moduleid: '12',
    latitude: '-11.4',
    longitude: '65.2',
    'x-localization': 'en',
    'x-software-id': 'hawker-web',
    accept: 'application/json',
    authorization: 'Bearer bearer-token-0123456789',
  })
})

test('API-05 a token that the server refuses is removed, and onExpired is called once', async () => {
  write({ token: 'bearer-token-0123456789' })
  server.use(
    http.get('*/cart', () =>
      HttpResponse.json({ errors: [{ code: 'unauthorized', message: 'No.' }], message: 'No.' }, { status: 401 }),
    ),
  )
  const onExpired = vi.fn()
  const disconnect = connect(onExpired)
  await expect(getCart()).rejects.toMatchObject({ message: 'No.' })
  await expect(getCart()).rejects.toMatchObject({ message: 'No.' })
  disconnect()
  expect(onExpired).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('token')).toBeNull()
})

test('CART-01 concurrent callers get one guest id, and an unknown one is fetched again', async () => {
  let asked = 0
  server.use(
    http.post('*/auth/guest', () => HttpResponse.json({ guest_id: `guest-secret-000000000${++asked}` })),
    http.get('*/cart', () =>
      HttpResponse.json({ errors: [{ code: 'guest_unknown', message: 'Gone.' }], message: 'Gone.' }, { status: 404 }),
    ),
  )
  const disconnect = connect(() => {})
  expect(await Promise.all([ensureGuest(), ensureGuest()])).toEqual([
    'guest-secret-0000000001',
    'guest-secret-0000000001',
  ])
  await expect(getCart()).rejects.toMatchObject({ message: 'Gone.' })
  expect(await ensureGuest()).toBe('guest-secret-0000000002')
  disconnect()
})

test('a hook calls with the scope of its key', async () => {
  choosePlace(place)
  server.use(
    http.get('*/stores/popular', ({ request }) =>
      HttpResponse.json({ total_size: 0, limit: 12, offset: 1, stores: [], zone: request.headers.get('zoneid') }),
    ),
  )
  const Shown = () => {
    const { headers } = currentScope()
    const { data } = useQuery(listPopularStoresOptions({ headers }))
    return <p>{JSON.stringify(data)}</p>
  }
  renderApp(<Shown />)
  expect(await screen.findByText(/"zone":"\[2,1\]"/)).toBeVisible()
})

test.each([
  ['a lost connection is asked once more', new TypeError('Failed to fetch'), 2],
  ['a refusal is asked once', { errors: [{ code: 'not_found', message: 'No.' }], message: 'No.' }, 1],
])('API-04 after %s', async (_name, error, times) => {
  const ask = vi.fn().mockRejectedValue(error)
  const queryClient = createQueryClient(() => {})
  await expect(queryClient.fetchQuery({ queryKey: ['stores'], queryFn: ask, retryDelay: 1 })).rejects.toBe(error)
  expect(ask).toHaveBeenCalledTimes(times)
})

describe('what waits in a queue', () => {
  /** Makes two changes. The first one is being sent until respond is called. */
  function queueTwo() {
    write({ token: 'bearer-token-0123456789' })
    let respond = () => {}
    const response = new Promise<string>((resolve) => (respond = () => resolve('sent')))
    const send = vi.fn(() => response)
    const onSuccess = vi.fn()
    const { wrapper, queryClient } = testApp()
    const stop = clearOnNewScope(queryClient)
    const queue = { queue: 'queue', call: send, onSuccess }
    const { result } = renderHook(() => useQueuedMutation<string, number>(queue), { wrapper })
    const made = Promise.allSettled([result.current.mutateAsync(1), result.current.mutateAsync(2)])
    const settled = async () => (await act(() => made)).map(({ status }) => status)
    return { send, onSuccess, settled, respond, stop, result }
  }

  test('CART-02 is sent although the module changes', async () => {
    const { send, settled, respond, stop } = queueTwo()
    act(() => chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' }))
    respond()
    expect(await settled()).toEqual(['fulfilled', 'fulfilled'])
    expect(send).toHaveBeenCalledTimes(2)
    stop()
  })

  test('C2 is not sent for the next person, and does not wait for ever', async () => {
    const { send, onSuccess, settled, respond, stop, result } = queueTwo()
    await act(async () => {})
    act(() => write({ token: 'another-token-0123456789' }))
    respond()
    expect(await settled()).toEqual(['fulfilled', 'rejected'])
    expect(send).toHaveBeenCalledTimes(1)
    expect(onSuccess).not.toHaveBeenCalled()
    await waitFor(() => expect(result.current.isPending).toBe(false))
    stop()
  })
})
