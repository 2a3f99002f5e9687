import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chooseModule } from '@/lib/scope/scope'
import { testApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { townHandlers } from './test-town'
import { ZonesMap } from './zones-map'

// A real map needs WebGL, which jsdom lacks.
vi.mock('@/components/map/map-view', () => ({
  MapView: ({ label }: { label: string }) => <section aria-label={label} />,
}))

test.each([
  ['the delivery zones', undefined],
  ['the pickup zones', rentalModule],
])('HDR-09 MAP-01 the map is named after %s', async (zones, module) => {
  window.IntersectionObserver = class {
    observe: () => void
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      this.observe = () => onChange([{ isIntersecting: true }])
    }
    disconnect() {}
  } as never
  server.use(...townHandlers)
  if (module) chooseModule(module)
  const { wrapper } = testApp()
  render(<ZonesMap />, { wrapper })
  expect(await screen.findByRole('region', { name: `Map of ${zones}` })).toBeInTheDocument()
})
