import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { MapFeatures } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { MapView } from './map-view'

const center = { lat: -11.4, lng: 65.2 }

test('MAP-01 a device that cannot render maps shows a sentence instead', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server.use(
    http.get('*maplibre-gl-worker*', () => new HttpResponse()),
    http.get('*/maps/features', () => HttpResponse.json<MapFeatures>({ type: 'FeatureCollection', features: [] })),
  )
  renderApp(<MapView label="Delivery zones" center={center} start="area" />)
  expect(await screen.findByText(/This device cannot show the map/, {}, { timeout: 30_000 })).toBeVisible()
}, 40_000) // the library of maps is large, and is compiled here

test('MAP-01 a map whose town did not load says so, and can be loaded again', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  let asked = 0
  server.use(
    http.get('*maplibre-gl-worker*', () => new HttpResponse()),
    http.get('*/maps/features', () => (asked++, HttpResponse.error())),
  )
  const { user } = renderApp(<MapView label="Delivery zones" center={center} start="area" />)
  expect(await screen.findByText('The map did not load.', {}, { timeout: 30_000 })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toBe(2))
  expect(await screen.findByText('The map did not load.')).toBeVisible()
}, 40_000)

test('MAP-01 the server renders the empty ground', () => {
  expect(renderToString(<MapView label="Delivery zones" center={center} start="area" />)).toContain('data-loading')
})
