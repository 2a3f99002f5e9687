import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { QueryView } from './query-view'

const lost = new TypeError('Failed to fetch')

/** A query that returns 1, 2 and so on, and fails while server.fails is set. */
function counting() {
  const server = { answers: 0, fails: false }
  const ask = vi.fn(() => (server.fails ? Promise.reject(lost) : Promise.resolve(++server.answers)))
  function Counter() {
    const query = useQuery({ queryKey: ['count'], queryFn: ask })
    return (
      <>
        <button onClick={() => void query.refetch()}>again</button>
        <QueryView query={query} skeleton={<p>wait</p>}>
          {(data) => (
            <p>
              answer {data} <input aria-label="typed" />
            </p>
          )}
        </QueryView>
      </>
    )
  }
  return { server, ask, Counter }
}

const stale = 'This may be out of date.'

test('a refetch that fails keeps the data, and shows a note', async () => {
  const { server, Counter } = counting()
  const { user } = renderApp(<Counter />)
  await user.type(await screen.findByLabelText('typed'), 'kept')

  server.fails = true
  await user.click(screen.getByRole('button', { name: 'again' }))
  expect(await screen.findByText(stale)).toBeVisible()
  expect(screen.getByText(/answer 1/)).toBeVisible()
  expect(screen.getByLabelText('typed')).toHaveValue('kept')

  server.fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(stale)).not.toBeInTheDocument())
  expect(screen.getByText(/answer 2/)).toBeVisible()
  expect(screen.getByLabelText('typed')).toHaveValue('kept')
})

test('a first call that fails shows its error, and can be tried again', async () => {
  const { server, ask, Counter } = counting()
  server.fails = true
  const { user } = renderApp(<Counter />)
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection')
  server.fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/answer 1/)).toBeVisible()
  expect(ask).toHaveBeenCalledTimes(2)
})
