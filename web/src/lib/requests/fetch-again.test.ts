import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchAgain } from './fetch-again'
import { gate } from '@/test/gate'

test('what was loading for the first time when it changed is fetched again, without an error in between', async () => {
  const queryClient = new QueryClient()
  const queryKey = ['orders']
  const status = { now: 'pending' }
  const [respond, isTime] = gate()
  const queryFn = vi.fn(async () => {
    const read = status.now
    await isTime
    return read
  })
  const seen: unknown[] = []
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  onTestFinished(observer.subscribe(({ data, error }) => seen.push(error ?? data)))
  status.now = 'delivered'
  const fetched = fetchAgain(queryClient, { queryKey })
  respond()
  await fetched
  expect(queryClient.getQueryData(queryKey)).toBe('delivered')
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(new Set(seen)).toEqual(new Set([undefined, 'pending', 'delivered']))
})
