import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { Pending } from './pending'
import { srcSet } from '@/components/picture'

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const box = (pending: boolean) => (
  <Pending pending={pending} skeleton={<p>skeleton</p>}>
    <p>content</p>
  </Pending>
)

test('data that is there from the start is shown at once', () => {
  renderApp(box(false))
  expect(screen.getByText('content')).toBeVisible()
})

test.each([
  ['before it was seen goes at once', 100, 0],
  ['that was just seen stays 300 ms', 150, 270],
  ['seen long enough goes at once', 900, 0],
])('a skeleton %s', (_name, pendingFor, rest) => {
  vi.useFakeTimers()
  const { rerender } = renderApp(box(true))
  pass(pendingFor)
  rerender(box(false))
  pass(Math.max(0, rest - 1))
  expect(screen.queryByText('skeleton') !== null).toBe(rest > 0)
  pass(1)
  expect(screen.getByText('content')).toBeVisible()
})

test('our pictures have three widths, others only their URL', () => {
  expect(srcSet('/media/0a1b/item/burger-mint-480.webp')).toBe(
    '/media/0a1b/item/burger-mint-240.webp 240w, /media/0a1b/item/burger-mint-480.webp 480w, /media/0a1b/item/burger-mint-960.webp 960w',
  )
  expect(srcSet('https://example.com/logo.svg')).toBeUndefined()
})
