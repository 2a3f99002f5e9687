import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { More } from './more'

test('a page that does not come is said to be missing, and its button keeps the focus', async () => {
  const fetchNextPage = vi.fn()
  const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage }
  const { user, rerender } = renderApp(<More list={list} />)
  const button = screen.getByRole('button', { name: 'Show more' })
  await user.click(button)
  rerender(<More list={{ ...list, isFetchingNextPage: true }} />)
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveFocus()
  rerender(<More list={{ ...list, isFetchNextPageError: true }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(/^No connection/)
  expect(button).toHaveFocus()
  fetchNextPage.mockClear()
  await user.click(button)
  expect(fetchNextPage).toHaveBeenCalledOnce()
})
