import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MapProps } from '@/components/map/map-view'
import { choosePlace } from '@/lib/scope/scope'
import { renderApp } from '@/test/render-app'
import ShopMapDialog from './shop-map-dialog'
import { library } from '@/test/test-town'

vi.mock('@/components/map/town-map', () => ({
  fetchWorker: () => Promise.resolve(),
  default: ({ label, pins }: MapProps) => (
    <div role="region" aria-label={label}>
      {pins?.map(({ label: name }) => name)}
    </div>
  ),
}))

test('HDR-08 the shop’s address is shown on the map', async () => {
  renderApp(<ShopMapDialog opened onClose={() => {}} />)
  expect(await screen.findByRole('region', { name: '1 Harbour Road' })).toHaveTextContent('Hawker')
  expect(screen.queryByRole('link', { name: /Directions/ })).toBeNull()
})

test('MAP-02 after a place is chosen there is a link to directions', () => {
  choosePlace({ location: 'Central Library', point: library, zoneIds: [4] })
  renderApp(<ShopMapDialog opened onClose={() => {}} />)
  expect(screen.getByRole('link', { name: /Directions/ })).toHaveAttribute(
    'href',
    expect.stringContaining('origin=-11.4%2C65.25&destination=-11.4%2C65.2'),
  )
})
