import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { storeResponse } from './store-response'

test('a fetch from before a change does not overwrite its response', async () => {
  const queryClient = new QueryClient()
  const queryKey = ['order', 1]
  let respond = (_status: string) => {}
  const read = new Promise<string>((resolve) => (respond = resolve))
  queryClient.setQueryData(queryKey, 'pending')
  const fetched = queryClient.fetchQuery({ queryKey, queryFn: () => read }).catch(() => {})
  await storeResponse(queryClient, queryKey, 'canceled')
  respond('pending')
  await fetched
  await read
  expect(queryClient.getQueryData(queryKey)).toBe('canceled')
  expect(queryClient.isFetching()).toBe(0)
})
