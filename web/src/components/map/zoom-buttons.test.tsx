import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { ZoomButtons } from './zoom-buttons'

test('MAP-01 the buttons go to the next whole level, also from a fraction', async () => {
  const onZoom = vi.fn()
  const { user } = renderApp(<ZoomButtons level={16.4} onZoom={onZoom} />)
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  await user.click(screen.getByRole('button', { name: 'Zoom out' }))
  expect(onZoom.mock.calls).toEqual([[17], [16]])
})

test.each([
  [21, 'Zoom in', 'Zoom out'],
  [1, 'Zoom out', 'Zoom in'],
])('MAP-01 at %i there is no further way', (level, shut, open) => {
  renderApp(<ZoomButtons level={level} onZoom={() => {}} />)
  expect(screen.getByRole('button', { name: shut })).toBeDisabled()
  expect(screen.getByRole('button', { name: open })).toBeEnabled()
})
