import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Toasts } from './toasts'
import { renderApp } from '@/test/render-app'
import { hideProblems, toast, toastFailure, toastProblem } from '@/lib/page/toast'
import { toastRefusedStorage } from '@/lib/page/toast-refused-storage'
import { write } from '@/lib/scope/local-storage'

const say = (tell: () => void) => act(() => Promise.resolve(tell()))

test('problems that stay do not hide a success', async () => {
  renderApp(<Toasts />)
  await say(() => ['one', 'two', 'three', 'four', 'five'].forEach((words) => toastProblem(words)))
  await say(() => toast('Updated successfully.'))
  expect(await screen.findByText('Updated successfully.')).toBeVisible()
})

const shown = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

test('API-04 API-05 the newest problem is shown, and the oldest goes, however many were not closed', async () => {
  renderApp(<Toasts />)
  for (const words of ['one', 'two', 'three', 'four', 'five']) await say(() => toastProblem(words))
  await waitFor(() => expect(shown()).toEqual(['five', 'four', 'three', 'two']))
  await say(() => toastProblem('three'))
  await waitFor(() => expect(shown()).toEqual(['three', 'five', 'four', 'two']))
  await say(() => toastProblem('six'))
  await waitFor(() => expect(shown()).toEqual(['six', 'three', 'five', 'four']))
})

test('API-04 all errors of one response are shown, in its order and above older ones', async () => {
  const { intl } = renderApp(<Toasts />)
  await say(() => ['one', 'two'].forEach((words) => toastProblem(words)))
  const messages = Array.from({ length: 20 }, (_, n) => `Error ${n + 1}`)
  const errors = messages.map((message) => ({ code: 'invalid', message }))
  await say(() => toastFailure({ errors, message: 'Error 1' }, intl))
  await waitFor(() => expect(shown()).toEqual(messages))
  await say(() => toastProblem('one'))
  await waitFor(() => expect(shown()).toEqual(['one', ...messages.slice(-3)]))
})

test('API-04 equal errors of one response are shown as often as it has them, and hidden together', async () => {
  const { intl } = renderApp(<Toasts />)
  const errors = ['Too long.', 'Missing.', 'Too long.'].map((message) => ({ code: 'invalid', message }))
  const fail = () => say(() => toastFailure({ errors, message: 'Too long.' }, intl))
  await fail()
  await waitFor(() => expect(shown()).toEqual(['Too long.', 'Missing.', 'Too long.']))
  await fail()
  await waitFor(() => expect(shown()).toEqual(['Too long.', 'Missing.', 'Too long.']))
  await say(hideProblems)
  await waitFor(() => expect(shown()).toEqual([]))
})

test('the same text is one toast, which is read aloud each time', async () => {
  renderApp(<Toasts />)
  await say(() => toastProblem('No connection.'))
  const first = await screen.findByText('No connection.')
  await say(() => toastProblem('No connection.'))
  await waitFor(() => expect(first).not.toBeInTheDocument())
  expect(screen.getAllByText('No connection.')).toHaveLength(1)
})

test('each of two equal toasts can be undone', async () => {
  renderApp(<Toasts />)
  await say(() => [1, 2].forEach(() => toast('Removed', { label: 'Undo', run: () => {} })))
  expect(await screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(2)
})

test('all problems can be hidden together', async () => {
  renderApp(<Toasts />)
  await say(() => ['Your token has been expired.', 'No connection.'].forEach((words) => toastProblem(words)))
  expect(await screen.findByText('Your token has been expired.')).toBeVisible()
  await say(() => {
    hideProblems()
    toast('Logged in successfully')
  })
  await waitFor(() => expect(screen.queryByText('Your token has been expired.')).not.toBeInTheDocument())
  expect(screen.queryByText('No connection.')).not.toBeInTheDocument()
  expect(screen.getByText('Logged in successfully')).toBeVisible()
})

test('LOC-14 a storage that is blocked or full is said once', async () => {
  const { intl } = renderApp(<Toasts />)
  toastRefusedStorage(intl)
  await say(() => write({ location: 'Kept' }))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(screen.queryByText(/does not keep/)).toBeNull()
  await say(() => write({ location: 'Somewhere' }))
  const said = await screen.findByText(/This browser does not keep what you do here/)
  await say(hideProblems)
  await waitFor(() => expect(said).not.toBeInTheDocument())
  await say(() => write({ location: 'Elsewhere' }))
  await say(() => toast('Something else'))
  expect(await screen.findByText('Something else')).toBeVisible()
  expect(screen.queryByText(/does not keep/), 'it is not said again').toBeNull()
  full.mockRestore()
  write({ location: null })
})
