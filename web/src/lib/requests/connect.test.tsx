import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { client } from '@/lib/api/client.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { connect } from './connect'
import { mayRepeat } from './problems'

const never = () => new Promise<never>(() => {})
let timeout: AbortController
let disconnect: () => void
let limit: MockInstance<typeof AbortSignal.timeout>

beforeEach(() => {
  timeout = new AbortController()
  limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.signal)
  disconnect = connect(() => {})
})
afterEach(() => disconnect())

const timeIsOver = () => {
  const over = timeout
  timeout = new AbortController()
  over.abort(new DOMException('Too late', 'TimeoutError'))
}

test('TRAP_O1 a call that nobody answers is given up after 20 s, and an image or a stream is not', async () => {
  server.use(http.all('*/slow', never))
  const stopped = new AbortController()
  const { signal } = stopped
  const long = [
    client.get({ url: '/slow', parseAs: 'stream', signal }),
    client.get({ url: '/slow', parseAs: 'blob', signal }),
  ]
  const short = client.put({ url: '/slow', body: {}, throwOnError: true })
  await waitFor(() => expect(limit.mock.calls).toEqual([[20_000]]))
  timeIsOver()
  await expect(short).rejects.toMatchObject({ name: 'TimeoutError' })
  stopped.abort()
  await Promise.allSettled(long)
})

test('TRAP_O1 PROF-03 REG-01 a form with a picture is given up after 2 minutes', async () => {
  server.use(http.all('*/slow', never))
  const form = client.post({
    url: '/slow',
    body: new FormData(),
    bodySerializer: null,
    headers: { 'Content-Type': null },
    throwOnError: true,
  })
  await waitFor(() => expect(limit.mock.calls).toEqual([[120_000]]))
  timeIsOver()
  await expect(form).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('TRAP_O1 a page whose second fetch hangs says so, and goes on when it is answered again', async () => {
  let answer: () => Promise<Response> = () => Promise.resolve(HttpResponse.json({ name: 'Fresh bread' }))
  server.use(http.get('*/slow', () => answer()))
  const { user } = renderApp(<Slow />)
  expect(await screen.findByText('Fresh bread')).toBeVisible()

  answer = never
  await user.click(screen.getByRole('button', { name: 'Again' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('loading'))
  timeIsOver()
  expect(await screen.findByRole('alert')).toHaveTextContent('TimeoutError')

  answer = () => Promise.resolve(HttpResponse.json({ name: 'Warm rolls' }))
  await user.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('Warm rolls')).toBeVisible()
})

function Slow() {
  const query = useQuery({
    queryKey: ['slow'],
    retry: (failures, error) => mayRepeat(failures, error), // as the app does
    queryFn: async ({ signal }) =>
      (await client.get<{ 200: { name: string } }, unknown, true>({ url: '/slow', signal, throwOnError: true })).data,
  })
  return (
    <>
      <button onClick={() => void query.refetch()}>Again</button>
      <p role="status">{query.isFetching ? 'loading' : ''}</p>
      {query.error ? <p role="alert">{query.error.name}</p> : null}
      <p>{query.data?.name}</p>
    </>
  )
}
