import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseModule } from '@/lib/scope/scope'
import { renderApp, testApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { townHandlers } from '@/test/test-town'
import { ZonesMap } from './zones-map'

// A real map needs WebGL, which jsdom lacks.
vi.mock('@/components/map/map-view', () => ({
  MapView: ({ label }: { label: string }) => <section aria-label={label} />,
}))

beforeEach(() => {
  window.IntersectionObserver = class {
    observe: () => void
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      this.observe = () => onChange([{ isIntersecting: true }])
    }
    disconnect() {}
  } as never
})

test.each([
  ['the delivery zones', undefined],
  ['the pickup zones', rentalModule],
])('HDR-09 MAP-01 the map is named after %s', async (zones, module) => {
  server.use(...townHandlers)
  if (module) chooseModule(module)
  const { wrapper } = testApp()
  render(<ZonesMap />, { wrapper })
  expect(await screen.findByRole('region', { name: `Map of ${zones}` })).toBeInTheDocument()
})

test('MAP-01 zones that did not load can be loaded again', async () => {
  server.use(http.get('*/zones', () => HttpResponse.error()))
  const { user } = renderApp(<ZonesMap />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.use(...townHandlers)
  await user.click(retry)
  expect(await screen.findByRole('region', { name: 'Map of the delivery zones' })).toBeInTheDocument()
})
