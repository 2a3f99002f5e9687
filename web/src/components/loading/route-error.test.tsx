import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refetchMissing } from '@/lib/page/missing-files'
import { renderApp } from '@/test/render-app'
import { RouteError } from './route-error'
import { Toasts } from '@/components/overlay/toasts'

vi.mock('@/lib/page/missing-files', () => ({ refetchMissing: vi.fn() }))

test('a retry of a page shows that it is running, and says so if it fails', async () => {
  const tries: (() => void)[] = []
  vi.mocked(refetchMissing).mockImplementation(() => new Promise((_, reject) => tries.push(() => reject(new Error()))))
  const { user } = renderApp(
    <>
      <RouteError error={new Error()} reset={() => {}} />
      <Toasts />
    </>,
  )
  const retry = screen.getByRole('button', { name: 'Try again' })
  await user.click(retry)
  expect(retry).toHaveAttribute('aria-disabled', 'true')
  await user.click(retry)
  expect(tries).toHaveLength(1)
  tries[0]!()
  await waitFor(() => expect(screen.getAllByText(/No connection/)).toHaveLength(2)) // on the page, and as a toast
  expect(retry).not.toHaveAttribute('aria-disabled')
})
